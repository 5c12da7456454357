import { describe, expect, test } from 'vitest';
import type { OpenCase } from '../../engine/check.ts';
import { chainText } from '../../journal/case-text.ts';
import type { ChainPage } from '../../journal/record.ts';
import type { TargetFacts } from '../../journal/target-facts.ts';
import { isEndless, type Page, pagesAtMost } from '../../judges/list-users/page.ts';
import { walkChain } from '../../specs/list-users/walk.ts';
import { played } from '../engine/played.ts';
import { error, json } from '../judges/records.ts';

type Bare = Omit<Page, 'anonymous' | 'said'>;
const named = (page: Bare): Page => ({ ...page, said: [], anonymous: [] });
const pages = (count: number, of: (index: number) => Bare): Page[] =>
  Array.from({ length: count }, (_, index) => named(of(index)));

describe('a chain is endless', () => {
  test('after a repeated token.', () => {
    const first = named({ ids: ['a'], next: 't' });
    expect(isEndless([first, named({ ids: ['b'], next: 'u' })])).toBe(false);
    expect(isEndless([first, named({ ids: ['b'], next: 't' })])).toBe(true);
  });

  test('after 100 pages in a row without a new user.', () => {
    const idle = (count: number): Page[] =>
      pages(count, (index) => ({ ids: index < 100 ? [`new ${index}`] : ['new 0'], next: `${index}` }));
    expect(isEndless(idle(199))).toBe(false);
    expect(isEndless(idle(200))).toBe(true);
  });

  test('after ten pages per user and a hundred more.', () => {
    const slow = (count: number): Page[] =>
      pages(count, (index) => ({ ids: [`user ${Math.floor(index / 50)}`], next: `${index}` }));
    expect(isEndless(slow(121))).toBe(false);
    expect(isEndless(slow(129))).toBe(false);
    expect(isEndless(slow(130))).toBe(true);
  });

  test('not where each page brings a user, however long it is.', () => {
    expect(isEndless(pages(2_000, (index) => ({ ids: [`${index}`], next: `${index}` })))).toBe(false);
  });

  test('not where each page has a user without an id, who may be a new one though they are all alike.', () => {
    const alike = (count: number, users: readonly string[]): Page[] =>
      pages(count, (index) => ({ ids: users, next: `${index}` })).map((page) => ({
        ...page,
        anonymous: users,
      }));
    expect(isEndless(alike(2_000, ['{}']))).toBe(false);
    expect(isEndless([...alike(150, ['{}']), ...alike(100, [])])).toBe(true);
  });

  test('not at its end, whose token is empty.', () => {
    expect(isEndless([named({ ids: ['a'], next: 't' }), named({ ids: ['b'], next: '' })])).toBe(false);
  });
});

describe('a walk', () => {
  const facts = { pageSizeParameter: 'size', pageTokenParameter: 'from' } as TargetFacts;

  function walkOver(reply: (query: string, nth: number) => ReturnType<typeof json>) {
    const asked: string[] = [];
    const open = {
      *send({ number, chain }: ChainPage, request: { query?: string }) {
        const role = `page ${number} of ${chainText(chain)}`;
        const query = request.query ?? '';
        asked.push(`${role}: ${query}`);
        return { id: role, answer: reply(query, asked.length), ms: 1 };
      },
    } as unknown as OpenCase;
    return { open, asked };
  }

  test('follows the tokens, percent-encoded, with the size on every page.', () => {
    const { open, asked } = walkOver((_, nth) =>
      json(200, { users: [{ id: nth }], nextPageToken: nth < 3 ? `t&${nth}` : '' }),
    );
    const { end } = played(walkChain(open, facts, { chain: { kind: 'walk', size: 1 } }));
    expect(end).toBe('end');
    expect(asked).toEqual([
      'page 1 of size 1: size=1',
      'page 2 of size 1: size=1&from=t%261',
      'page 3 of size 1: size=1&from=t%262',
    ]);
  });

  test('takes a token that is half a surrogate pair, which no URL can hold.', () => {
    const { open, asked } = walkOver((_, nth) =>
      json(200, { users: [{ id: nth }], nextPageToken: nth < 2 ? '\ud800' : '' }),
    );
    expect(played(walkChain(open, facts, { chain: { kind: 'walk' } })).end).toBe('end');
    expect(asked).toEqual(['page 1 of the default size: ', 'page 2 of the default size: from=%EF%BF%BD']);
  });

  test('may begin with an empty token, or with nothing.', () => {
    const empty = walkOver(() => json(200, {}));
    played(walkChain(empty.open, facts, { chain: { kind: 'empty-token' } }));
    played(walkChain(empty.open, facts, { chain: { kind: 'walk' } }));
    expect(empty.asked).toEqual(['page 1 of empty token: from=', 'page 1 of the default size: ']);
  });

  test('ends where it is refused, given up as endless, or stopped on purpose.', () => {
    const endOf = (reply: (nth: number) => ReturnType<typeof json>, atMost?: number) => {
      const { open } = walkOver((_, nth) => reply(nth));
      return played(
        walkChain(open, facts, {
          chain: { kind: 'walk' },
          ...(atMost === undefined ? {} : { atMost }),
        }),
      ).end;
    };
    const more = (nth: number) => json(200, { users: [{ id: `${nth}` }], nextPageToken: `${nth}` });
    expect(endOf((nth) => (nth < 3 ? more(nth) : error(400)))).toBe('refused');
    expect(endOf(() => json(200, { users: [], nextPageToken: 'same' }))).toBe('endless');
    expect(endOf(more, 5)).toBe('stopped');
  });

  test('is stopped after a thousand pages, each with a new user: it may be that of a very long listing.', () => {
    const { open, asked } = walkOver((_, nth) =>
      json(200, { users: [{ id: `${nth}` }], nextPageToken: nth === 5_000 ? '' : `${nth}` }),
    );
    expect(played(walkChain(open, facts, { chain: { kind: 'before' } })).end).toBe('stopped');
    expect(asked.length).toBe(pagesAtMost);
  });
});
