import type { Call } from '../call.ts';
import { readPageToken } from '../page-token.ts';
import { refused } from '../refusal.ts';
import type { ListUsersRequest } from '../requests.ts';
import type { Rule } from '../rules/rule.ts';
import { invalidArguments } from './refusals.ts';

/** The format of a user id. */
export const userId = /^[a-zA-Z0-9@^$.!`\-#+'~_|:()]{1,128}$/;

/** The token must be for an existing, active user. */
export const tokenRules: readonly Rule[] = [
  {
    name: 'sub',
    refuse: ({ claims }) =>
      userId.test(claims?.sub ?? '')
        ? undefined
        : refused(
            'INVALID_TOKEN',
            `The submitted request is missing a user-id: token User ID "${claims?.sub ?? ''}" does not match regex`,
            { context: { ledger_api_error: 'invalid token' } },
          ),
  },
  {
    name: 'unknown user',
    refuse: (call) =>
      isActive(call)
        ? undefined
        : refused('PERMISSION_DENIED', 'no such user', { context: { ledger_api_error: 'invalid token' } }),
  },
];

function isActive({ claims, ledger }: Call): boolean {
  const sub = claims?.sub ?? '';
  return ledger.directory
    .page('', ledger.directory.size())
    .some(({ id, isDeactivated }) => id === sub && !isDeactivated);
}

/** Listing users requires an administrator; the token is checked before the size. */
export const listRules: readonly Rule[] = [
  {
    name: 'administrator',
    refuse: ({ claims, ledger }) =>
      claims?.sub === ledger.userId ? undefined : refused('PERMISSION_DENIED', 'no administrator'),
  },
  {
    name: 'pageToken',
    refuse: ({ input }) => {
      const [token = ''] = (input as ListUsersRequest).pageToken ?? [];
      const isWhole = token.replace(/=+$/, '').length % 4 !== 1;
      const isToken = token === '' || (isWhole && readPageToken(token) !== undefined);
      return isToken ? undefined : invalidArguments('Invalid page token');
    },
  },
  {
    name: 'negative pageSize',
    refuse: ({ input }) => {
      const [size = '0'] = (input as ListUsersRequest).pageSize ?? [];
      return Number(size) < 0 ? invalidArguments('Max page size must be non-negative') : undefined;
    },
  },
];
