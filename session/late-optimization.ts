import { engineFlag, setEngineFlag } from '../settings/engine-flags.ts';

// By default V8 also drops the bytecode of functions that were not called for a while, and compiles them again.
const flags = ['optimize-late', 'keep-bytecode'] as const;

/**
 * Lets V8 optimize only what runs long enough to gain from it. The processes of a run live for seconds; with V8's default,
 * compiling takes a fifth of their CPU time. Longer runs optimize the same functions, a little later.
 */
export function optimizeLate(): void {
  for (const flag of flags) setEngineFlag(flag);
}

/** Arguments with which Node starts a process like that; code that was compiled with other flags cannot be used in it. */
export function optimizingLate(): string[] {
  return flags.map(engineFlag).filter((each) => each !== undefined);
}
