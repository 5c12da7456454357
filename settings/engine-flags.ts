import { setFlagsFromString } from 'node:v8';

type Flag = 'optimize-late' | 'keep-bytecode' | 'steady-heap' | 'collect';

/** The flags that all listed versions have under the same name. */
const everywhere: Readonly<Partial<Record<Flag, string>>> = {
  'keep-bytecode': '--no-flush-bytecode',
  // How much garbage starts a collection, in percent of the memory in use.
  'steady-heap': '--heap-growing-percent=30',
  // Contexts made from then on have a function that collects garbage.
  collect: '--expose-gc',
};

/**
 * The flags of V8 for each purpose, by major version of Node. V8 renames flags without notice, and prints an error for one
 * that it does not know; so a version that is not listed runs without.
 */
export const engineFlags: Readonly<Record<string, typeof everywhere>> = {
  // How many bytes of bytecode a function runs before it is optimized: about nine times as many as by default.
  20: { ...everywhere, 'optimize-late': '--interrupt-budget=600000' },
  22: everywhere,
  24: everywhere,
};

/** Sets a flag of V8 for this process; false if this version of Node does not have it. */
export function setEngineFlag(flag: Flag): boolean {
  const text = engineFlag(flag);
  if (text !== undefined) setFlagsFromString(text);
  return text !== undefined;
}

/** A flag of V8 as an argument of this version of Node; undefined if it does not have it. */
export function engineFlag(flag: Flag): string | undefined {
  const [major = ''] = process.versions.node.split('.');
  return engineFlags[major]?.[flag];
}
