import { describe, expect, test } from 'vitest';
import { findPageParameters } from '../../preflight/page-parameters.ts';
import { seededRandom } from '../../reference/start.ts';
import { UsageError } from '../../settings/usage-error.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { type Asked, answeringServer, type Reply } from '../wire/answering-server.ts';
import { good, meet } from './met-target.ts';

describe('page parameters', () => {
  test('A size that has an effect under another name is a wrong configuration, which is named.', async () => {
    const server = await answeringServer((asked) => good(asked, { size: 'limit', token: 'pageToken' }));
    await expect(meet(server)).rejects.toThrow(UsageError);
    await expect(meet(server)).rejects.toThrow(
      'The page size parameter of this target is limit, not pageSize: set TARGET_PAGE_SIZE_PARAMETER=limit.',
    );
    const { facts } = await meet(server, { TARGET_PAGE_SIZE_PARAMETER: 'limit' });
    expect(facts).toMatchObject({ pageSizeWorks: true, users: 5 });
  });

  test('A size that has an effect under no name does not work.', async () => {
    const { facts } = await meet(
      await answeringServer((asked) => good(asked, { size: 'none-of-these', token: 'pageToken' })),
    );
    expect(facts).toMatchObject({ pageSizeWorks: false, users: 5 });
  });

  test('With one user, the effect of the page size cannot be observed.', async () => {
    const { facts } = await meet(
      await answeringServer((asked) =>
        asked.operation === 'list-users' ? { status: 200, body: { users: [{ id: 'a' }] } } : good(asked),
      ),
    );
    expect(facts).toMatchObject({ pageSizeWorks: null, users: 1 });
  });

  test('A page token under another name is a wrong configuration, which is named.', async () => {
    const server = await answeringServer((asked) => good(asked, { size: 'pageSize', token: 'cursor' }));
    await expect(meet(server)).rejects.toThrow('TARGET_PAGE_TOKEN_PARAMETER=cursor');
  });
});

/** Changes the users of every listing by the number of the request. */
function shifting(change: (list: readonly unknown[], nth: number) => readonly unknown[], size = 'pageSize') {
  let nth = 0;
  return (asked: Asked): Reply => {
    const reply = good(asked, { size, token: 'pageToken' });
    if (asked.operation !== 'list-users' || reply?.status !== 200) return reply;
    nth += 1;
    const body = reply.body as { users: readonly unknown[] };
    return { ...reply, body: { ...body, users: change(body.users, nth) } };
  };
}

const rotated = (list: readonly unknown[], nth: number): readonly unknown[] => {
  const at = nth % Math.max(1, list.length);
  return [...list.slice(at), ...list.slice(0, at)];
};

describe('a listing that changes from request to request is the fault of the target, not of the configuration', () => {
  const everyOther = (list: readonly unknown[], nth: number) => (nth % 2 === 0 ? list : list.slice(1));
  const rows: readonly (readonly [what: string, reply: (asked: Asked) => Reply])[] = [
    ['users in another order', shifting(rotated)],
    ['users in another order, with no page size', shifting(rotated, 'none-of-these')],
    ['a user more or less', shifting(everyOther)],
    ['a user more or less, with no page size', shifting(everyOther, 'none-of-these')],
    [
      'two pages in turn, whatever the token',
      (() => {
        let nth = 0;
        return (asked: Asked): Reply => {
          nth += asked.operation === 'list-users' ? 1 : 0;
          const query = new URLSearchParams({ pageToken: nth % 3 === 0 ? '2' : '0' });
          return good(asked.operation === 'list-users' ? { ...asked, query } : asked);
        };
      })(),
    ],
    [
      'a page size that is ignored now and then',
      (() => {
        let nth = 0;
        return (asked: Asked): Reply => {
          nth += asked.query.has('pageSize') ? 1 : 0;
          return good(asked, { size: nth % 2 === 1 ? 'none-of-these' : 'pageSize', token: 'pageToken' });
        };
      })(),
    ],
  ];

  test.each(rows)('%s', async (_, reply) => {
    const { facts } = await meet(await answeringServer(reply));
    expect(facts.operations['list-users'].state).toBe('answers');
  });

  test('An order that changes does not hide a wrong name of the page size.', async () => {
    await expect(meet(await answeringServer(shifting(rotated, 'limit')))).rejects.toThrow(
      'TARGET_PAGE_SIZE_PARAMETER=limit',
    );
  });
});

describe('a listing in another order at each request is not taken for a wrong configuration (ruling 36)', () => {
  /** Pages of a listing that is shuffled at each request, by random numbers of its own. */
  function shuffledListing(seed: number, count: number, size: number) {
    const random = seededRandom(`order ${seed}`);
    return async (query: string): Promise<Exchange> => {
      const order = Array.from({ length: count }, (_, index) => ({ id: `u${index}`, at: random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ id }) => ({ id }));
      const given = new URLSearchParams(query);
      const from = Number(given.get('pageToken') ?? 0);
      const asked = Number(given.get('pageSize') ?? size);
      const next = from + asked < count ? String(from + asked) : '';
      const body = Buffer.from(
        JSON.stringify({ users: order.slice(from, from + asked), nextPageToken: next }),
      );
      const request = { method: 'GET', target: `/v2/users?${query}`, headers: [], body: Buffer.alloc(0) };
      return { id: 'listing', request, ms: 1, answer: { status: 200, reason: '', headers: [], body } };
    };
  }

  const names = { pageSizeParameter: 'pageSize', pageTokenParameter: 'pageToken' };

  test.each([
    [2, 1],
    [3, 1],
    [3, 2],
    [5, 2],
    [23, 10],
    [4, 100],
  ])('%i users, %i on a page', async (count, size) => {
    for (let seed = 0; seed < 1_500; seed += 1)
      await findPageParameters(names, shuffledListing(seed, count, size));
  });
});
