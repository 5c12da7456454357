import type { Ledger } from '../ledger.ts';
import { readPageToken, writePageToken } from '../page-token.ts';
import type { ListUsersRequest } from '../requests.ts';

const greatestPage = 1000;

/** One page: a full one has a token for its last user, even if no user follows. */
export function listUsers(request: ListUsersRequest, ledger: Ledger) {
  const asked = Number(request.pageSize?.[0] ?? 0);
  const size = Math.min(asked === 0 ? greatestPage : asked, greatestPage);
  const after = readPageToken(request.pageToken?.[0] ?? '') ?? '';
  const users = ledger.directory.page(after, size);
  const last = users.at(-1);
  return {
    // An administrator sees the users of the default identity provider.
    users: users.map((user) => ({ ...user, identityProviderId: '', primaryPartyAuthentication: false })),
    nextPageToken: users.length < size || last === undefined ? '' : writePageToken(last.id),
  };
}
