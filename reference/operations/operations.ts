import type { Operation } from '../operation.ts';
import { executeSubmissionOperation } from './execute-submission.ts';
import { generateTopologyOperation } from './generate-topology.ts';
import { listUsersOperation } from './list-users.ts';
import type { AnyReferenceOperation, ReferenceOperation } from './operation.ts';

/** Every operation of schemas/openapi.json in this server. */
export const referenceOperations = {
  'generate-topology': generateTopologyOperation,
  'execute-submission': executeSubmissionOperation,
  'list-users': listUsersOperation,
} satisfies Readonly<Record<Operation, AnyReferenceOperation>>;

type All = typeof referenceOperations;

/** Requests after the structural rules. */
export type Requests = {
  readonly [O in Operation]: All[O] extends ReferenceOperation<infer Request, infer _> ? Request : never;
};

/** The results of operations; loosely typed, so that a fault may put anything there. */
export type Results = {
  readonly [O in Operation]: All[O] extends ReferenceOperation<infer _, infer Result> ? Result : never;
};
