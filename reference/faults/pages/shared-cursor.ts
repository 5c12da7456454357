import { writePageToken } from '../../page-token.ts';
import { type FaultRow, faultsOf } from '../fault-row.ts';
import { quoteOf } from '../quotes.ts';
import { changePage, idOf, isLast, usersOf } from './change-page.ts';

/** Servers that remember the position of a listing: right for a single chain, wrong for two concurrent ones. */
const rows: readonly FaultRow[] = [
  {
    id: 'cursor-is-shared-between-chains',
    title: 'A page continues where the last response ended, of whichever chain.',
    requirements: ['LU-PAGE-COMPLETE', 'LU-PAGE-CONTINUES', 'LU-PAGE-EMPTYTOKEN'],
    quote: quoteOf('LU-PAGE-CONTINUES'),
    when: 'concurrent',
    apply: (behaviour, context) => {
      let cursor = '';
      const change = changePage(async ({ request, token, pageOf }) => {
        const isAstray = token !== '' && cursor !== '' && token !== writePageToken(cursor);
        const from = isAstray ? { ...request, pageToken: [writePageToken(cursor)] } : request;
        const page = await pageOf(from);
        cursor = idOf(usersOf(page).at(-1)) || cursor;
        return isAstray ? page : undefined;
      });
      return change(behaviour, context);
    },
  },
  {
    id: 'page-size-is-shared-between-chains',
    title: 'A page has the size of the latest request, whichever chain it belongs to.',
    requirements: ['LU-PAGE-SIZE'],
    when: 'concurrent',
    apply: (behaviour, context) => {
      let remembered: string | undefined;
      const change = changePage(async ({ request, size, token, pageOf }) => {
        const [asked] = request.pageSize ?? [];
        if (asked !== undefined && token === '') remembered = asked;
        if (remembered === undefined || asked === undefined || remembered === asked) return undefined;
        const page = await pageOf({ ...request, pageSize: [remembered] });
        return usersOf(page).length > (size ?? 100) ? page : undefined;
      });
      return change(behaviour, context);
    },
  },
  {
    id: 'new-listing-ends-the-old-one',
    title: 'When a listing begins, those under way end with their next page.',
    requirements: ['LU-PAGE-COMPLETE'],
    when: 'concurrent',
    apply: (behaviour, context) => {
      let newest = '';
      const change = changePage(async ({ request, token, size, pageOf }) => {
        const chain = String(size);
        if (token === '') newest = chain;
        if (token === '' || chain === newest) return undefined;
        const page = await pageOf(request);
        return isLast(page) ? undefined : { ...page, nextPageToken: '' };
      });
      return change(behaviour, context);
    },
  },
];

export const sharedCursorFaults = faultsOf('list-users', rows);
