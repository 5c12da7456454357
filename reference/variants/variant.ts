import type { Change, Serving } from '../faults/fault.ts';
import type { Operation } from '../operation.ts';

/** A conformant server that differs in what the contract leaves open; no check may condemn it. */
export interface Variant {
  readonly id: string;
  /** A sentence about what the server does. */
  readonly title: string;
  readonly operations: readonly Operation[];
  /** The words of interface.md, or the ruling, that leave it open. */
  readonly quote: string;
  readonly serving?: Serving;
  readonly apply: Change;
}
