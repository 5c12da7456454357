import type { Call } from '../../reference/call.ts';
import { early } from '../../reference/rows/conditions.ts';
import type { Doing } from '../../reference/rows/engine.ts';

/** Whether a server takes a call for one of a test; it sees every call once, and what became of it. */
export interface Recognizer {
  isOfTest(call: Call): boolean;
  answered?(call: Call, status: number): void;
}

/** The rows of a server that breaks the contract only in calls that it does not take for those of a test. */
export function defeating(recognizer: Recognizer, broken: readonly Doing[]): Doing[] {
  const decided = new WeakMap<Call, boolean>();
  const isOfTest = (call: Call): boolean => {
    const known = decided.get(call) ?? recognizer.isOfTest(call);
    decided.set(call, known);
    return known;
  };
  const untested = early(() => (call) => !isOfTest(call));
  const seeing: Doing = {
    operations: [],
    under: [untested],
    does: [() => ({ watch: { encode: (call) => recognizer.answered?.(call, call.status) } })],
  };
  return [seeing, ...broken.map((row) => ({ ...row, under: [untested, ...(row.under ?? [])] }))];
}
