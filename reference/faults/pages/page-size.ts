import { malformed } from '../../refusal.ts';
import { apiKey } from '../../rows/conditions.ts';
import type { Action } from '../../rows/engine.ts';
import { hasToken, sized } from '../../rows/list-users.ts';
import { rejecting } from '../../rows/requests.ts';
import { faults, LU } from '../table.ts';

/** Pages with more elements than requested (ruling 17). */
export const pageSizes = faults(LU, 'LU-PAGE-SIZE', {
  'page-size-has-no-effect': ['Pages have their default size whatever is requested.', sized(() => 100)],
  'page-holds-one-more': ['A page has one user more than requested.', sized((size) => size + 1)],
  'page-size-is-at-least-five': ['A page size below five counts as five.', sized((size) => Math.max(5, size)), { only: 'value' }],
  'page-size-is-doubled': ['A page has twice as many users as requested.', sized((size) => size * 2)],
  'page-size-is-rounded-to-tens': ['A page size is rounded up to tens.', sized((size) => Math.ceil(size / 10) * 10), { only: 'value' }],
  'page-size-of-seven-is-eight': ['A page size of 7 is taken for 8; other sizes work.', sized((size) => (size === 7 ? 8 : size)), { only: 'value' }],
  'page-size-of-one-has-no-effect': ['A page size of 1 is ignored; other sizes work.', sized((size) => (size === 1 ? 100 : size)), { only: 'value' }],
  'page-size-forgotten-behind-first-page': [
    'The page size applies only to the first page; later pages have the default size.',
    sized((size, { token }) => (token === '' ? size : 100)),
  ],
});

/** Rejects first pages with a size; `nth` counts them. */
const refusingSizes = (isRefused: (nth: number, size: number) => boolean): Action =>
  rejecting(() => {
    let sizes = 0;
    return (input) => {
      if (input.pageSize === undefined || hasToken(input)) return false;
      sizes += 1;
      return isRefused(sizes, Number(input.pageSize[0]));
    };
  }, malformed('The pageSize is not allowed.'));

/** Page sizes that are accepted at one time and rejected at another, or never accepted (ruling 37). */
export const keptSizes = faults(LU, 'LU-PAGE-SIZE', {
  'sized-listing-is-refused-now-and-then': ['One in ten first pages with a page size is rejected.', refusingSizes((nth) => nth % 10 === 0), { only: 'chance' }],
  'size-is-refused-behind-forty-listings': [
    'After forty first pages with a page size, page sizes are rejected.',
    refusingSizes((nth) => nth > 40),
    { only: 'state' },
  ],
  'size-is-refused-under-the-api-key': [
    'With the API key, a first page with a page size is rejected.',
    refusingSizes(() => true),
    { only: 'scheme', under: apiKey },
  ],
  'even-sizes-are-refused-behind-twenty-listings': [
    'After twenty first pages with a page size, even page sizes are rejected.',
    refusingSizes((nth, size) => nth > 20 && size % 2 === 0),
    { only: 'state' },
  ],
  'every-size-is-refused': ['Every page size is rejected.', refusingSizes(() => true)],
});
