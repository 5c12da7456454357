import type { Facts } from '../../journal/record.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { OperationRequest } from '../../wire/wire.ts';

/** A valid request of an operation for case `index`, and what judges need to know of it. */
export interface ValidRequest {
  readonly request: OperationRequest;
  readonly facts?: Facts;
  /** Which configured execute body it carries. */
  readonly index?: number;
}

/** How an operation makes a valid request: what every concern that is the same on all operations works with. */
export type MakeValid = (conductor: Conductor, index: number) => ValidRequest;
