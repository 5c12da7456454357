import type { Call } from '../../call.ts';
import type { ListUsersRequest } from '../../requests.ts';
import { type FaultRow, faultsOf } from '../fault-row.ts';
import { listUsersRequestQuote } from '../quotes.ts';
import { refuseValid } from '../refuse-valid.ts';
import { seenByValid } from '../valid-requests.ts';

const operation = 'list-users';

function row(id: string, what: string, isRefused: (request: ListUsersRequest, call: Call) => boolean): FaultRow {
  return {
    id: `refuses-${id}`,
    title: `A list-users request ${what} is rejected.`,
    requirements: seenByValid(operation, ['LU-SUCCESS']),
    quote: listUsersRequestQuote,
    apply: refuseValid(operation, `The request is invalid (${id}).`, (call) => isRefused(call.input as ListUsersRequest, call)),
  };
}

/** Valid listings that are rejected, in the documented form. Which page sizes are accepted is open (ruling 16). */
export const refusedListFaults = faultsOf(operation, [
  row('absent-parameters', 'without parameters', ({ pageSize, pageToken }) => pageSize === undefined && pageToken === undefined),
  row('absent-page-size', 'without a page size', ({ pageSize }) => pageSize === undefined),
  row('get-without-content-type', 'without Content-Type', (_, { headers }) => headers['content-type'] === undefined),
]);
