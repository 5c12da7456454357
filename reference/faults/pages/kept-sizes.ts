import type { Call } from '../../call.ts';
import type { ListUsersRequest } from '../../requests.ts';
import type { Change } from '../fault.ts';
import { breaking, faultsOf } from '../fault-row.ts';
import { refuseValid } from '../refuse-valid.ts';
import { isByApiKey } from './marked-tokens.ts';

/** Rejects first pages with a size; `nth` counts them. */
function refuseSized(isRefused: (nth: number, call: Call, size: number) => boolean): Change {
  return (behaviour, context) => {
    const counted = new WeakMap<Call, number>();
    let sized = 0;
    return refuseValid('list-users', 'The pageSize is not allowed.', (call) => {
      const { pageSize, pageToken: [token = ''] = [] } = call.input as ListUsersRequest;
      if (pageSize === undefined || token !== '') return false;
      const nth = counted.get(call) ?? sized + 1;
      if (!counted.has(call)) sized += 1;
      counted.set(call, nth);
      return isRefused(nth, call, Number(pageSize[0]));
    })(behaviour, context);
  };
}

/** Page sizes that are accepted at one time and rejected at another, or never accepted (ruling 37). */
export const keptSizeFaults = faultsOf(
  'list-users',
  breaking(['LU-PAGE-SIZE'], {
    'sized-listing-is-refused-now-and-then': ['One in ten first pages with a page size is rejected.', refuseSized((nth) => nth % 10 === 0)],
    'size-is-refused-behind-forty-listings': ['After forty first pages with a page size, page sizes are rejected.', refuseSized((nth) => nth > 40)],
    'size-is-refused-under-the-api-key': ['With the API key, a first page with a page size is rejected.', refuseSized((_, call) => isByApiKey(call))],
    'even-sizes-are-refused-behind-twenty-listings': [
      'After twenty first pages with a page size, even page sizes are rejected.',
      refuseSized((nth, _, size) => nth > 20 && size % 2 === 0),
    ],
    'every-size-is-refused': ['Every page size is rejected.', refuseSized(() => true)],
  }),
);
