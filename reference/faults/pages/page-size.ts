import type { Change } from '../fault.ts';
import { type FaultRow, faultsOf } from '../fault-row.ts';
import { quotes } from '../quotes.ts';
import { changePage, usersOf, withSize } from './change-page.ts';

/** A page of another size than requested, if that makes it longer. */
function sizeOf(make: (size: number) => number): Change {
  return changePage(async ({ request, size, pageOf }) => {
    if (size === undefined || make(size) === size) return undefined;
    const page = await pageOf(withSize(request, make(size)));
    return usersOf(page).length > size ? page : undefined;
  });
}

function row(id: string, title: string, apply: Change): FaultRow {
  return { id, title, requirements: ['LU-PAGE-SIZE'], quote: quotes.pageSize, apply };
}

/** Pages with more elements than requested (ruling 17). */
export const pageSizeFaults = faultsOf('list-users', [
  row(
    'page-size-has-no-effect',
    'Pages have their default size whatever is requested.',
    sizeOf(() => 100),
  ),
  row(
    'page-holds-one-more',
    'A page holds one user more than requested.',
    sizeOf((size) => size + 1),
  ),
  row(
    'page-size-is-at-least-five',
    'A page size below five counts as five.',
    sizeOf((size) => Math.max(5, size)),
  ),
  row(
    'page-size-is-doubled',
    'A page holds twice as many users as asked for.',
    sizeOf((size) => size * 2),
  ),
  row(
    'page-size-is-rounded-to-tens',
    'A page size is rounded up to tens.',
    sizeOf((size) => Math.ceil(size / 10) * 10),
  ),
  row(
    'page-size-of-seven-is-eight',
    'A page size of 7 counts as 8, other sizes hold.',
    sizeOf((size) => (size === 7 ? 8 : size)),
  ),
  row(
    'page-size-of-one-has-no-effect',
    'A page size of 1 counts as none, other sizes hold.',
    sizeOf((size) => (size === 1 ? 100 : size)),
  ),
  row(
    'page-size-forgotten-behind-first-page',
    'The size holds for the first page; later pages have the default size.',
    changePage(async ({ request, size, token, pageOf }) => {
      if (size === undefined || token === '') return undefined;
      const page = await pageOf(withSize(request, 100));
      return usersOf(page).length > size ? page : undefined;
    }),
  ),
]);
