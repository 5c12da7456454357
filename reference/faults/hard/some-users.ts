import { withMediaType } from '../altered-draft.ts';
import { changeSuccess } from '../change-success.ts';
import { type FaultRow, faultsOf } from '../fault-row.ts';
import { changePage, idOf, usersOf } from '../pages/change-page.ts';
import { quoteOf } from '../quotes.ts';
import { changeUsers } from '../response/change-users.ts';
import { isSuccess, spoilDelivery } from '../transport/spoil-delivery.ts';
import { closedWithoutAnswer, stopped } from '../transport/ways.ts';

const seventeenth = 'user-0017';

const rows: readonly FaultRow[] = [
  {
    id: 'user-17-has-flag-as-text',
    title: 'isDeactivated of one user in the middle is "no".',
    requirements: ['LU-USER-ISDEACTIVATED'],
    apply: changeUsers((user) => (user.id === seventeenth ? { ...user, isDeactivated: 'no' } : undefined)),
  },
  {
    id: 'user-17-has-annotation-as-number',
    title: 'One user in the middle has an annotation that is a number.',
    requirements: ['LU-USER-ANNOTATIONS'],
    apply: changeUsers((user) => (user.id === seventeenth ? { ...user, metadata: { resourceVersion: '0', annotations: { a: 'b', priority: 2 } } } : undefined)),
  },
  {
    id: 'user-17-is-lost-behind-a-token',
    title: 'One user is missing from every page after the first.',
    requirements: ['LU-PAGE-COMPLETE'],
    apply: changePage(async ({ request, token, pageOf }) => {
      const page = await pageOf(request);
      const kept = usersOf(page).filter((user) => idOf(user) !== seventeenth);
      return token === '' || kept.length === usersOf(page).length ? undefined : { ...page, users: kept };
    }),
  },
  {
    id: 'last-page-is-html',
    title: 'The last page of a chain of several has Content-Type text/html.',
    requirements: ['LU-RES-MEDIA'],
    apply: changeSuccess('list-users', (draft, { target }) =>
      /pageToken=./.test(target) && draft.content.kind === 'json' && /"nextPageToken":""/.test(JSON.stringify(draft.content.value))
        ? withMediaType(draft, 'text/html')
        : undefined,
    ),
  },
  {
    id: 'empty-token-closes-connection',
    title: 'A request with an empty page token closes the connection.',
    requirements: ['LU-PAGE-EMPTYTOKEN', 'LU-SUCCESS'],
    apply: spoilDelivery(({ target }) => /pageToken=(&|$)/.test(target), closedWithoutAnswer),
  },
  {
    id: 'page-behind-a-token-stops',
    title: 'A page after a token stops in the middle, and its connection stays open.',
    requirements: ['LU-SUCCESS', 'LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE'],
    quote: quoteOf('LU-PAGE-CONTINUES'),
    apply: spoilDelivery(({ target }, answer) => /pageToken=./.test(target) && isSuccess(answer), stopped),
  },
];

/** Pages that are wrong only for some users, or in some places of a chain. */
export const someUserFaults = faultsOf('list-users', rows);
