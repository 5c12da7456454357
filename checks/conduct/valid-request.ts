import type { Facts } from '../../journal/record.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { OperationRequest } from '../../wire/operation-request.ts';

/** A valid request of an operation for case `index`, and what judges need to know about it. */
export interface ValidRequest {
  readonly request: OperationRequest;
  readonly facts?: Facts;
  /** The index of its configured execute body. */
  readonly index?: number;
}

/** Creates a valid request of an operation, for checks that are the same on all operations. */
export type MakeValid = (conductor: Conductor, index: number) => ValidRequest;
