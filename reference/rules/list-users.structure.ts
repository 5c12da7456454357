import { readPageToken } from '../page-token.ts';
import { malformed } from '../refusal.ts';
import type { ListUsersRequest } from '../requests.ts';
import type { Rule } from './rule.ts';

/** The query of list-users. interface.md does not show names and limits; these are those of the known ledger. */
export const listUsersStructure: readonly Rule[] = [
  rule('repeated pageSize', ({ pageSize }) => (pageSize?.length ?? 0) <= 1, 'Give pageSize once.'),
  rule('repeated pageToken', ({ pageToken }) => (pageToken?.length ?? 0) <= 1, 'Give pageToken once.'),
  rule(
    'value pageSize',
    ({ pageSize }) => pageSize === undefined || isCount(pageSize[0] ?? ''),
    'The pageSize must be an integer from 0 to 2147483647; 0 asks for the default.',
  ),
  rule(
    'value pageToken',
    ({ pageToken: [token = ''] = [] }) => token === '' || readPageToken(token) !== undefined,
    'The pageToken is invalid; take nextPageToken of the page before.',
  ),
];

function isCount(text: string): boolean {
  return /^[0-9]{1,10}$/.test(text) && Number(text) < 2 ** 31;
}

function rule(name: string, holds: (request: ListUsersRequest) => boolean, cause: string): Rule {
  return { name, refuse: (call) => (holds(call.input as ListUsersRequest) ? undefined : malformed(cause)) };
}
