import type { Operation } from '../../requirements/requirement.ts';
import { recorded as executeSubmission } from '../execute-submission/recorded.ts';
import { recorded as generateTopology } from '../generate-topology/recorded.ts';
import { recorded as listUsers } from '../list-users/recorded.ts';
import type { RecordedOperation } from './recorded-operation.ts';

const values: Readonly<Partial<Record<Operation, RecordedOperation>>> = {
  'generate-topology': generateTopology,
  'execute-submission': executeSubmission,
  'list-users': listUsers,
};

/** How to read recordings of an operation. */
export function recordedOf(operation: Operation): RecordedOperation {
  return values[operation] ?? {};
}
