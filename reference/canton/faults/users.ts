import { changePerform, changeSemantics, changeStage } from '../../faults/change-stage.ts';
import { changeBody } from '../../faults/change-success.ts';
import { readPageToken } from '../../page-token.ts';
import { malformed } from '../../refusal.ts';
import type { ListUsersRequest } from '../../requests.ts';
import { listUsers } from '../list-users.ts';
import { invalidArguments } from '../refusals.ts';
import { cantonFaults } from './canton-fault.ts';

const operation = 'list-users';

type UserMembers = readonly Readonly<Record<string, unknown>>[];

export const userFaults = cantonFaults([operation], {
  'users-in-descending-order': {
    title: 'The users of a page are in descending order.',
    requirements: ['LU-OPEN-ORDER'],
    apply: changeBody(operation, (body) => ({
      ...body,
      users: [...(body.users as UserMembers)].reverse(),
    })),
  },
  'default-page-of-ten': {
    title: 'Without a size a page has ten users.',
    requirements: ['LU-OPEN-PAGESIZE-DEFAULT'],
    apply: changePerform(operation, (perform, { fire }) => (request, call) => {
      if (request.pageSize !== undefined) return perform(request, call);
      fire();
      return listUsers({ ...request, pageSize: ['10'] }, call.ledger);
    }),
  },
  'token-without-padding': {
    title: 'Page tokens are base64url without padding.',
    requirements: ['LU-OPEN-PAGESIZE-DEFAULT'],
    apply: changeBody(operation, ({ nextPageToken: token, ...body }) =>
      String(token).endsWith('=') ? { ...body, nextPageToken: String(token).replace(/=+$/, '') } : undefined,
    ),
  },
  'last-page-ends-the-chain': {
    title: 'A page that is full and the last one has no token.',
    requirements: ['LU-OPEN-PAGESIZE-DEFAULT'],
    apply: changeBody(operation, ({ nextPageToken: token, ...body }, { ledger }) => {
      const last = readPageToken(String(token)) ?? '';
      if (last === '' || ledger.directory.page(last, 1).length > 0) return undefined;
      return { ...body, nextPageToken: '' };
    }),
  },
  'last-token-is-absent': {
    title: 'The last page has no nextPageToken.',
    requirements: ['LU-OPEN-NULLS'],
    apply: changeBody(operation, ({ nextPageToken: token, ...body }) => (token === '' ? body : undefined)),
  },
  'user-of-five-fields': {
    title: 'Users have no primaryPartyAuthentication.',
    requirements: ['LU-OPEN-USER-FIELDS'],
    apply: changeBody(operation, (body) => ({
      ...body,
      users: (body.users as UserMembers).map(({ primaryPartyAuthentication: _, ...user }) => user),
    })),
  },
  'user-with-another-field': {
    title: 'Users have an additional field.',
    requirements: ['LU-OPEN-UNKNOWN-FIELDS'],
    apply: changeBody(operation, (body) => ({
      ...body,
      users: (body.users as UserMembers).map((user) => ({ ...user, rights: [] })),
    })),
  },
  'bad-page-size-gets-json': {
    title: 'A page size that is not a number is rejected with the error object.',
    requirements: ['LU-OPEN-PAGESIZE-BAD'],
    apply: changeStage('decodeQuery', (decode, { fire }) => (call) => {
      const decoded = decode(call);
      if (!('refusal' in decoded) || !decoded.refusal.cause.includes('pageSize')) return decoded;
      fire();
      return { refusal: invalidArguments('Invalid page token') };
    }),
  },
  'least-page-size-gets-text': {
    title: 'The smallest int32 as a page size is rejected with text.',
    requirements: ['LU-OPEN-PAGESIZE-BAD'],
    apply: changeStage('decodeQuery', (decode, { fire }) => (call) => {
      if (!call.target.includes('pageSize=-2147483648')) return decode(call);
      fire();
      return { refusal: malformed('Invalid value for: query parameter pageSize') };
    }),
  },
  'page-size-is-limited': {
    title: 'A page size above 1000 is rejected.',
    requirements: ['LU-OPEN-PAGESIZE-MAXIMUM', 'LU-OPEN-PAGESIZE-BAD'],
    apply: changeSemantics(operation, (rules, { fire }) => [
      ...rules,
      {
        name: 'maximum pageSize',
        refuse: ({ input }) => {
          const { pageSize: [size = '0'] = [] } = input as ListUsersRequest;
          if (Number(size) <= 1000) return undefined;
          fire();
          return invalidArguments('Invalid page token');
        },
      },
    ]),
  },
});
