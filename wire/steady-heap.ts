import { runInNewContext } from 'node:vm';
import { setEngineFlag } from '../settings/engine-flags.ts';

/**
 * Keeps memory usage close to what is live, in long runs and where responses are large. V8 may let the heap grow up to
 * fourfold if the machine has memory to spare, and is more likely to the longer a process lives.
 */
export function keepHeapSteady(): void {
  setEngineFlag('steady-heap');
}

/** A body of more bytes is worth a collection: what is read from it takes hundreds of megabytes. */
export const heavyBytes = 4 * 1024 ** 2;

let collect: (() => void) | undefined;

/** Frees what is no longer used, before something large arrives: V8 notices late how much memory buffers take. */
export function collectGarbage(): void {
  if (collect === undefined && setEngineFlag('collect')) collect = runInNewContext('gc') as () => void;
  collect?.();
}
