import type { Change } from '../fault.ts';
import { breaking, faultsOf } from '../fault-row.ts';
import { changePage, usersOf, withSize } from './change-page.ts';

/** A page of another size than requested, if that makes it longer. */
function sizeOf(make: (size: number) => number): Change {
  return changePage(async ({ request, size, pageOf }) => {
    if (size === undefined || make(size) === size) return undefined;
    const page = await pageOf(withSize(request, make(size)));
    return usersOf(page).length > size ? page : undefined;
  });
}

/** Pages with more elements than requested (ruling 17). */
export const pageSizeFaults = faultsOf(
  'list-users',
  breaking(['LU-PAGE-SIZE'], {
    'page-size-has-no-effect': ['Pages have their default size whatever is requested.', sizeOf(() => 100)],
    'page-holds-one-more': ['A page has one user more than requested.', sizeOf((size) => size + 1)],
    'page-size-is-at-least-five': ['A page size below five counts as five.', sizeOf((size) => Math.max(5, size))],
    'page-size-is-doubled': ['A page has twice as many users as requested.', sizeOf((size) => size * 2)],
    'page-size-is-rounded-to-tens': ['A page size is rounded up to tens.', sizeOf((size) => Math.ceil(size / 10) * 10)],
    'page-size-of-seven-is-eight': ['A page size of 7 is taken for 8; other sizes work.', sizeOf((size) => (size === 7 ? 8 : size))],
    'page-size-of-one-has-no-effect': ['A page size of 1 is ignored; other sizes work.', sizeOf((size) => (size === 1 ? 100 : size))],
    'page-size-forgotten-behind-first-page': [
      'The page size applies only to the first page; later pages have the default size.',
      changePage(async ({ request, size, token, pageOf }) => {
        if (size === undefined || token === '') return undefined;
        const page = await pageOf(withSize(request, 100));
        return usersOf(page).length > size ? page : undefined;
      }),
    ],
  }),
);
