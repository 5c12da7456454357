import type { Behaviour } from '../behaviour.ts';
import { type Asked, inFront, onUsers, whole } from '../front.ts';

const json = 'Content-Type: application/json';
const users = (from: number, count: number): object[] =>
  Array.from({ length: count }, (_, nth) => ({ id: `user-${from + nth}`, isDeactivated: false }));

/** Good credentials get such pages; others are refused. */
function pages(page: (nth: number, asked: Asked) => unknown) {
  return () => {
    let nth = 0;
    return inFront((socket, honest, asked) => {
      // The reference server knows none of these tokens.
      if (honest.status === 401 || honest.status === 403) {
        socket.write(whole(honest));
        return;
      }
      nth += 1;
      const body = page(nth, asked);
      socket.write(
        whole({
          status: 200,
          headers: [json],
          body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
        }),
      );
    }, onUsers);
  };
}

/** Chains of pages that lead nowhere. */
export const pageBehaviours: readonly Behaviour[] = [
  {
    name: 'endless pages with fresh tokens and fresh users',
    serve: pages((nth) => ({ users: users(nth * 2, 2), nextPageToken: `t${nth}` })),
    // The sample runs at quick effort, where no other page size shows that the users differ.
    statuses: [1, 3],
    saysIfInconclusive: /had not ended after 1000 pages/,
    sample: true,
  },
  {
    name: 'an endless chain in which each page has one more user',
    serve: pages((_, { target }) => {
      const token = new URLSearchParams(target.split('?')[1]).get('pageToken') ?? '';
      const nth = Number(/^t(\d{1,9})$/.exec(token)?.[1] ?? 0);
      return { users: users(nth, 1), nextPageToken: `t${nth + 1}` };
    }),
    statuses: [3],
    saysIfInconclusive: /had not ended after 1000 pages/,
  },
  {
    name: 'endless pages with fresh tokens and the same users',
    serve: pages((nth) => ({ users: users(0, 3), nextPageToken: `t${nth}` })),
    statuses: [1],
  },
  {
    name: 'endless pages without users',
    serve: pages((nth) => ({ users: [], nextPageToken: `t${nth}` })),
    statuses: [1],
  },
  {
    name: 'the same token forever',
    serve: pages(() => ({ users: users(0, 3), nextPageToken: 'same' })),
    statuses: [1, 2],
  },
  {
    name: 'tokens of a megabyte',
    serve: pages((nth) => ({ users: users(nth, 2), nextPageToken: `${nth}${'x'.repeat(1_000_000)}` })),
    statuses: [1, 3],
  },
  {
    name: 'tokens that grow',
    serve: pages((nth) => ({ users: users(nth, 2), nextPageToken: 'y'.repeat(nth * 10) })),
    statuses: [1, 3],
  },
  {
    name: 'tokens with line ends, NUL and other parameters',
    serve: pages((nth) => ({
      users: users(nth, 2),
      nextPageToken: `${nth}\r\nX-Injected: 1\r\n\r\n\u0000&pageSize=1#/../?`,
    })),
    statuses: [1, 3],
  },
  {
    name: 'tokens that are lone surrogates',
    serve: pages((nth) => `{"users":[{"id":"u${nth}"}],"nextPageToken":"\\ud800${nth}"}`),
    statuses: [1, 3],
  },
  {
    name: 'tokens of every wrong type',
    serve: pages((nth) => ({ users: users(0, 2), nextPageToken: [1, true, {}, ['a'], 1e308][nth % 5] })),
    statuses: [1],
  },
  {
    name: 'different users each time',
    serve: pages((nth) => ({ users: users(nth * 100, 5), nextPageToken: '' })),
    statuses: [1, 3],
  },
  {
    name: 'the same user a thousand times',
    serve: pages(() => ({ users: Array(1_000).fill({ id: 'one' }), nextPageToken: '' })),
    statuses: [1],
  },
  {
    name: 'users that are null, numbers and arrays',
    serve: pages(() => ({ users: [null, 1, [], 'x', true], nextPageToken: null })),
    statuses: [1],
  },
  {
    name: 'a token that closes the connection',
    serve: () =>
      inFront(
        (socket) => socket.destroy(),
        ({ target }) => /pageToken=./.test(target),
      ),
    statuses: [1],
  },
];
