import { setEngineFlag } from '../settings/engine-flags.ts';

/**
 * Lets V8 optimize only what runs long enough to gain from it. The processes of a run live for seconds; with V8's default,
 * compiling takes a fifth of their CPU time. Longer runs optimize the same functions, a little later.
 */
export function optimizeLate(): void {
  setEngineFlag('optimize-late');
  // By default V8 drops the bytecode of functions that were not called for a while, and compiles them again.
  setEngineFlag('keep-bytecode');
}
