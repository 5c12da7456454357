import { type Members, withMediaType, withText } from '../altered-draft.ts';
import { changeBody, changeSuccess } from '../change-success.ts';
import type { Change } from '../fault.ts';
import { breaking, faultsOf } from '../fault-row.ts';

const operation = 'list-users';

/** Without readable users and tokens, no chain of pages is complete. */
const chains = ['LU-PAGE-COMPLETE', 'LU-PAGE-CONTINUES', 'LU-PAGE-EMPTYTOKEN'];

function usersOf({ users }: Members): readonly unknown[] {
  return Array.isArray(users) ? users : [];
}

function changeUserList(make: (users: readonly unknown[]) => unknown): Change {
  return changeBody(operation, (page) => ({ ...page, users: make(usersOf(page)) }));
}

/** Replaces nextPageToken; undefined means no change. */
function changeToken(make: (token: unknown) => unknown): Change {
  return changeBody(operation, (page) => {
    const nextPageToken = make(page.nextPageToken);
    return nextPageToken === undefined ? undefined : { ...page, nextPageToken };
  });
}

/** Pages that do not have the documented structure (rulings 2, 4 and 6). */
export const listUsersResponseFaults = faultsOf(operation, [
  ...breaking(['LU-RES-USERS'], {
    'users-is-an-object': [
      'users is an object with the users under their ids.',
      changeUserList((users) => Object.fromEntries(users.map((user, index) => [String(index), user]))),
    ],
    'users-is-a-string': ['users is a string that holds the JSON of the list.', changeUserList((users) => JSON.stringify(users))],
    'users-is-a-number': ['users is the number of users.', changeUserList((users) => users.length)],
    'users-is-false': ['users is false.', changeUserList(() => false)],
  }),
  ...breaking(['LU-USER', ...chains], {
    'user-is-null': ['The last user of a page is null.', changeUserList((users) => [...users.slice(0, -1), null])],
    'user-is-a-name': ['Users are their ids.', changeUserList((users) => users.map((_, index) => `user-${index}`))],
    'user-is-a-list': ['Each user is inside an array.', changeUserList((users) => users.map((user) => [user]))],
  }),
  ...breaking(['LU-RES-NEXTPAGETOKEN', ...chains], {
    'token-is-a-number': ['nextPageToken is a number.', changeToken((token) => (token === '' ? 0 : 1))],
    'token-is-an-object': ['nextPageToken is an object around the string.', changeToken((value) => ({ value }))],
    'token-is-a-list': ['nextPageToken is an array that holds the string.', changeToken((token) => [token])],
    'last-token-is-false': ['nextPageToken of the last page is false.', changeToken((token) => (token === '' ? false : undefined))],
    'token-is-a-number-before-the-end': ['nextPageToken is a number where a page follows.', changeToken((token) => (token === '' ? undefined : 2))],
  }),
  ...breaking(['LU-RES-MEDIA'], {
    'success-is-text-plain': ['A page has Content-Type text/plain.', changeSuccess(operation, (draft) => withMediaType(draft, 'text/plain'))],
    'success-is-html': ['A page has Content-Type text/html.', changeSuccess(operation, (draft) => withMediaType(draft, 'text/html'))],
    'success-has-no-media-type': ['A page has no Content-Type.', changeSuccess(operation, (draft) => withMediaType(draft, undefined))],
    'success-has-no-body': ['A page has no body.', changeSuccess(operation, (draft) => withText(draft, ''))],
    'success-is-one-object-per-line': [
      'A page is one JSON object per line.',
      changeSuccess(operation, (draft) => withText(draft, '{"id":"participant_admin"}\n{"id":"user-0001"}\n')),
    ],
    'success-is-a-list': ['A page is the array of its users.', changeBody(operation, usersOf)],
  }),
]);
