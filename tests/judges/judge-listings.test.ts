import { describe, expect, test } from 'vitest';
import { condemned, json, type Made, type MadeRole } from './records.ts';
import { all, anchors, chain, page, walked } from './walked-chains.ts';

describe('users without an id', () => {
  const listing = (role: MadeRole, users: unknown): Made => ({ role, answer: json(200, { users }) });
  const chains = (before: unknown, own: unknown, after = before): Made[] => [
    listing('page 1 of before', before),
    listing('page 1 of size 9', own),
    listing('page 1 of size 9 again 1', own),
    listing('page 1 of after', after),
  ];
  const p = { primaryParty: 'p' };
  const q = { primaryParty: 'q' };

  test('are told apart by their party.', () => {
    expect(condemned(walked(chains([p, q], [{ isDeactivated: true, ...q }, p])))).toEqual([]);
    expect(condemned(walked(chains([p, q], [p])))).toEqual(['LU-PAGE-COMPLETE']);
  });

  test('are told apart by all of them where they have no party, in any order of members.', () => {
    const [one, other] = [
      { isDeactivated: true, metadata: { a: 1, b: 2 } },
      { metadata: { b: 2, a: 1 }, isDeactivated: true },
    ];
    expect(condemned(walked(chains([one, {}], [{}, other])))).toEqual([]);
    expect(condemned(walked(chains([one, {}], [{}])))).toEqual(['LU-PAGE-COMPLETE']);
  });

  test('may be alike.', () => {
    expect(condemned(walked(chains([{}, {}, p, p], [{}, p, p, {}])))).toEqual([]);
  });

  test('Users with the same id of different identity providers are different users.', () => {
    const [own, foreign] = [
      { id: 'a', identityProviderId: '' },
      { id: 'a', identityProviderId: 'other' },
    ];
    expect(condemned(walked(chains([own, foreign], [foreign, own])))).toEqual([]);
    expect(condemned(walked(chains([own, foreign], [foreign])))).toEqual(['LU-PAGE-COMPLETE']);
  });
});

describe('listings before and after the chains that differ', () => {
  const again = (...lists: readonly (readonly string[])[]): Made[] =>
    lists.flatMap((users, index) => chain(`after again ${index + 1}`, users));

  test('are a breach where users disappear and come back with every request.', () => {
    const made = [...anchors([], ['a', 'b']), ...again(all, ['a', 'c'], all, ['b', 'c'], all)];
    const { findings, undecided, judged } = walked(made);
    expect(findings).toMatchObject([
      { requirement: 'LU-PAGE-COMPLETE', kind: 'users-flicker', pointer: '/users', actual: 'a, b, c' },
    ]);
    expect(findings[0]?.exchanges).toHaveLength(7);
    expect(findings[0]?.message).toContain('7 listings');
    expect(judged['LU-PAGE-COMPLETE']).toBe(7);
    expect(undecided.map(({ requirement }) => requirement)).toEqual([
      'LU-PAGE-CONTINUES',
      'LU-PAGE-EMPTYTOKEN',
    ]);
  });

  test.each<[string, readonly (readonly string[])[]]>([
    ['leave', [['a'], ['a'], ['a']]],
    [
      'arrive',
      [
        ['a', 'b', 'd'],
        ['a', 'b', 'd', 'e'],
      ],
    ],
    ['leave, and two of them come back', [['a'], ['a', 'b'], all, all]],
  ])('decide nothing where users %s.', (_name, lists) => {
    const { findings, undecided } = walked([...anchors([], ['a', 'b']), ...again(...lists)]);
    expect(findings).toEqual([]);
    expect(undecided.map(({ kind }) => kind)).toEqual(Array(3).fill('users-changed'));
  });

  test('are compared only where they were read to their end.', () => {
    const cut = [page('page 1 of after again 1', { users: [], next: 'x' })];
    expect(walked([...anchors([], ['a', 'b']), ...cut, ...again(all)]).findings).toEqual([]);
  });
});
