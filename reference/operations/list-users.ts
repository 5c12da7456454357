import type { User } from '../directory.ts';
import type { Ledger } from '../ledger.ts';
import { readPageToken, writePageToken } from '../page-token.ts';
import type { ListUsersRequest } from '../requests.ts';
import { listUsersStructure } from '../rules/list-users.structure.ts';
import type { ReferenceOperation } from './operation.ts';

interface ListUsersResponse {
  readonly users: readonly User[];
  /** "" on the last page. */
  readonly nextPageToken: string;
}

const defaultPageSize = 100;
const maximumPageSize = 1000;

/**
 * One page in order of ids. A token contains the last id of its page instead of a position, so users that come and go on
 * earlier pages do not affect later ones.
 */
function listUsers(request: ListUsersRequest, ledger: Ledger): ListUsersResponse {
  const asked = Number(request.pageSize?.[0] ?? 0);
  const limit = Math.min(asked === 0 ? defaultPageSize : asked, maximumPageSize);
  const after = readPageToken(request.pageToken?.[0] ?? '') ?? '';
  const found = ledger.directory.page(after, limit + 1);
  const users = found.slice(0, limit);
  const last = users.at(-1);
  return { users, nextPageToken: found.length > limit && last !== undefined ? writePageToken(last.id) : '' };
}

/** A page that a fault may have changed. */
export interface PageResult {
  readonly users?: readonly unknown[];
  readonly nextPageToken?: unknown;
}

export const listUsersOperation: ReferenceOperation<ListUsersRequest, PageResult> = {
  input: 'query',
  structure: listUsersStructure,
  semantics: [],
  structuralFailure: 'error-object',
  perform: (request, { ledger }) => listUsers(request, ledger),
  sample: () => ({}),
  speakingOfValid: [
    'LU-SUCCESS',
    'LU-PAGE-COMPLETE',
    'LU-PAGE-CONTINUES',
    'LU-PAGE-EMPTYTOKEN',
    'LU-FAILURE-FORM',
    'AUTH-BEARER',
    'AUTH-APIKEY',
  ],
};
