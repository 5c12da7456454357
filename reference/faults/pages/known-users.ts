import { breaking, faultsOf } from '../fault-row.ts';
import { changePage, idOf, usersOf } from './change-page.ts';

/** Listings that lack users who are known to exist (ruling 37). */
export const knownUserFaults = faultsOf(
  'list-users',
  breaking(['LU-PAGE-COMPLETE'], {
    'own-user-is-not-listed': [
      'The user of the token is missing from every listing.',
      changePage(async ({ request, call, pageOf }) => {
        const page = await pageOf(request);
        const kept = usersOf(page).filter((user) => idOf(user) !== call.ledger.userId);
        return kept.length === usersOf(page).length ? undefined : { ...page, users: kept };
      }),
    ],
    'one-user-alone-is-listed': [
      'Every listing has only the last user.',
      changePage(async ({ call }) => ({
        users: call.ledger.directory.page('', 1_000_000).slice(-1),
        nextPageToken: '',
      })),
    ],
    'nobody-is-listed': ['Every listing is empty.', changePage(async () => ({ users: [], nextPageToken: '' }))],
  }),
);
