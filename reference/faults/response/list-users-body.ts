import { type Members, withMediaType, withText } from '../altered-draft.ts';
import { changeBody, changeSuccess } from '../change-success.ts';
import { type FaultRow, faultsOf } from '../fault-row.ts';
import { quotes } from '../quotes.ts';

const operation = 'list-users';

/** Without readable users and tokens, no chain of pages is complete. */
const chains = ['LU-PAGE-COMPLETE', 'LU-PAGE-CONTINUES', 'LU-PAGE-EMPTYTOKEN'];

function usersRow(id: string, title: string, make: (users: readonly unknown[]) => unknown): FaultRow {
  return {
    id,
    title,
    requirements: ['LU-RES-USERS'],
    quote: '| users | array of User | One page of users. |',
    apply: changeBody(operation, (page) => ({ ...page, users: make(usersOf(page)) })),
  };
}

function userRow(
  id: string,
  title: string,
  make: (users: readonly unknown[]) => readonly unknown[],
): FaultRow {
  return { ...usersRow(id, title, make), requirements: ['LU-USER', ...chains] };
}

function tokenRow(id: string, title: string, make: (token: unknown) => unknown): FaultRow {
  return {
    id,
    title,
    requirements: ['LU-RES-NEXTPAGETOKEN', ...chains],
    quote: '| nextPageToken | string | Token to obtain the next page. |',
    apply: changeBody(operation, (page) => {
      const nextPageToken = make(page.nextPageToken);
      return nextPageToken === undefined ? undefined : { ...page, nextPageToken };
    }),
  };
}

function usersOf({ users }: Members): readonly unknown[] {
  return Array.isArray(users) ? users : [];
}

function successRow(id: string, title: string, change: Parameters<typeof changeSuccess>[1]): FaultRow {
  return {
    id,
    title,
    requirements: ['LU-RES-MEDIA'],
    quote: quotes.listSuccess,
    apply: changeSuccess(operation, change),
  };
}

const rows: readonly FaultRow[] = [
  usersRow('users-is-an-object', 'users is an object with the users under their ids.', (users) =>
    Object.fromEntries(users.map((user, index) => [String(index), user])),
  ),
  usersRow('users-is-a-string', 'users is a string that holds the JSON of the list.', (users) =>
    JSON.stringify(users),
  ),
  usersRow('users-is-a-number', 'users is the number of users.', (users) => users.length),
  usersRow('users-is-false', 'users is false.', () => false),
  userRow('user-is-null', 'The last user of a page is null.', (users) => [...users.slice(0, -1), null]),
  userRow('user-is-a-name', 'Users are their ids.', (users) => users.map((_, index) => `user-${index}`)),
  userRow('user-is-a-list', 'Each user is inside an array of its own.', (users) =>
    users.map((user) => [user]),
  ),
  tokenRow('token-is-a-number', 'nextPageToken is a number.', (token) => (token === '' ? 0 : 1)),
  tokenRow('token-is-an-object', 'nextPageToken is an object around the string.', (value) => ({ value })),
  tokenRow('token-is-a-list', 'nextPageToken is an array that holds the string.', (token) => [token]),
  tokenRow('last-token-is-false', 'nextPageToken of the last page is false.', (token) =>
    token === '' ? false : undefined,
  ),
  tokenRow('token-is-a-number-before-the-end', 'nextPageToken is a number where a page follows.', (token) =>
    token === '' ? undefined : 2,
  ),
  successRow('success-is-text-plain', 'A page has Content-Type text/plain.', (draft) =>
    withMediaType(draft, 'text/plain'),
  ),
  successRow('success-is-html', 'A page has Content-Type text/html.', (draft) =>
    withMediaType(draft, 'text/html'),
  ),
  successRow('success-has-no-media-type', 'A page has no Content-Type.', (draft) =>
    withMediaType(draft, undefined),
  ),
  successRow('success-has-no-body', 'A page has no body.', (draft) => withText(draft, '')),
  successRow('success-is-one-object-per-line', 'A page is one JSON object per line.', (draft) =>
    withText(draft, '{"id":"participant_admin"}\n{"id":"user-0001"}\n'),
  ),
  {
    id: 'success-is-a-list',
    title: 'A page is the array of its users.',
    requirements: ['LU-RES-MEDIA'],
    quote: quotes.listSuccess,
    apply: changeBody(operation, usersOf),
  },
];

/** Pages that do not have the documented structure (rulings 2, 4 and 6). */
export const listUsersResponseFaults = faultsOf(operation, rows);
