import { setFlagsFromString } from 'node:v8';

/** Garbage may make up so much of what is in use, in per cent, before it is collected. */
const garbagePercent = 30;

/**
 * Holds the memory of this process near what it uses, however long it runs. V8 lets the heap grow up to fourfold where
 * the machine has memory to spare, and by chance more of it the longer a process lives.
 */
export function keepHeapSteady(): void {
  setFlagsFromString(`--heap-growing-percent=${garbagePercent}`);
}
