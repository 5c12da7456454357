import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A body of more bytes is worth a collection: what is read from it takes hundreds of megabytes. */
export const heavyBytes = 4 * 1024 ** 2;

let collect: (() => void) | undefined;

/** Frees what is no longer used, before something large arrives: V8 notices late how much memory buffers take. */
export function collectGarbage(): void {
  if (collect === undefined) {
    // As `node --expose-gc` does, for contexts made from then on.
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}

/**
 * Keeps memory close to what is live where responses are large: V8 may otherwise let the heap grow up to fourfold. Percent of the
 * memory in use that may become garbage before it is collected.
 */
export function keepHeapSteady(): void {
  setFlagsFromString('--heap-growing-percent=30');
}
