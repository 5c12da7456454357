import type { Operation } from '../operation.ts';
import { executeSubmissionOperation } from './execute-submission.ts';
import { generateTopologyOperation } from './generate-topology.ts';
import { listUsersOperation } from './list-users.ts';
import type { AnyReferenceOperation } from './operation.ts';

/** Every operation of schemas/openapi.json in this server. */
export const referenceOperations = {
  'generate-topology': generateTopologyOperation,
  'execute-submission': executeSubmissionOperation,
  'list-users': listUsersOperation,
} satisfies Readonly<Record<Operation, AnyReferenceOperation>>;
