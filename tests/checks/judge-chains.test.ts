import { describe, expect, test } from 'vitest';
import { judgeChains } from '../../checks/list-users/judge-chains.ts';
import type { CaseRecord } from '../../journal/record.ts';
import { caseOf, condemned, error, json, judge, type Made, type MadeRole } from './records.ts';

type Users = readonly string[] | null | undefined;

/** A page as written here: its users, and the token behind it. */
interface Written {
  readonly users: Users;
  readonly next?: string | null;
}

function page(role: MadeRole, { users, next }: Written, query = ''): Made {
  return {
    role,
    target: `/v2/users${query}`,
    answer: json(200, {
      ...(users === undefined ? {} : { users: users?.map((id) => ({ id })) ?? null }),
      ...(next === undefined ? {} : { nextPageToken: next }),
    }),
  };
}

/** A chain that cuts the users into pages and numbers its tokens; the last page has no token. */
function chain(name: string, ...pages: readonly Users[]): Made[] {
  return pages.map((users, index) =>
    page(`page ${index + 1} of ${name}`, {
      users,
      ...(index + 1 < pages.length ? { next: `${name} ${index + 1}` } : {}),
    }),
  );
}

const all = ['a', 'b', 'c'];
const anchors = (made: readonly Made[], after: readonly string[] = all): Made[] => [
  ...chain('before', all),
  ...made,
  ...chain('after', after),
];
const facts = { pageSizeParameter: 'pageSize', pageSizeWorks: true };

function walked(made: readonly Made[], more: Partial<CaseRecord> = {}) {
  return judge(caseOf('list-users', 'LU-PAGE-COMPLETE', made, { facts, ...more }), judgeChains);
}
/** The same chain twice, the second time as its own repetition. */
const twice = (name: string, ...pages: readonly Users[]): Made[] => [
  ...chain(name, ...pages),
  ...chain(`${name} again 1`, ...pages),
];

test('Chains that hold every user once are good, whatever their pages.', () => {
  const judgement = walked(
    anchors([
      ...chain('size 1', ['a'], ['b'], ['c']),
      ...chain('size 2', ['b', 'a'], ['c']),
      ...chain('the default size', all),
    ]),
  );
  expect(judgement).toMatchObject({ findings: [], undecided: [], unanswered: [] });
  expect(judgement.judged['LU-PAGE-COMPLETE']).toBe(8);
});

test.each<[string, Users]>([
  ['an empty page with a token behind it', []],
  ['a page without users', undefined],
  ['a page whose users are null', null],
])('%s is good.', (_name, users) => {
  expect(walked(anchors(chain('size 2', ['a'], users, ['b', 'c']))).findings).toEqual([]);
});

test.each([null, ''])('A last page whose token is %j is the end.', (next) => {
  expect(walked(anchors([page('page 1 of size 9', { users: all, next })])).findings).toEqual([]);
});

describe('a chain that fails, and fails again', () => {
  test.each<[string, string, readonly Users[]]>([
    ['leaves a user out', 'LU-PAGE-COMPLETE', [['a'], ['c']]],
    ['is empty', 'LU-PAGE-COMPLETE', [[]]],
    [
      'holds a user that no other has',
      'LU-PAGE-COMPLETE',
      [
        ['a', 'b'],
        ['c', 'x'],
      ],
    ],
    [
      'lists a user twice on two pages',
      'LU-PAGE-CONTINUES',
      [
        ['a', 'b'],
        ['b', 'c'],
      ],
    ],
    ['lists a user twice on one page', 'LU-PAGE-CONTINUES', [['a', 'b', 'b'], ['c']]],
  ])('is condemned where it %s.', (_name, id, pages) => {
    expect(condemned(walked(anchors(twice('size 2', ...pages))))).toEqual([id]);
  });

  test('is condemned where it returns to a token.', () => {
    const round = (name: string): Made[] => [
      page(`page 1 of ${name}`, { users: ['a', 'b'], next: 'one' }),
      page(`page 2 of ${name}`, { users: ['c'], next: 'two' }),
      page(`page 3 of ${name}`, { users: [], next: 'one' }),
    ];
    const { findings } = walked(anchors([...round('size 2'), ...round('size 2 again 1')]));
    expect(findings).toMatchObject([
      { requirement: 'LU-PAGE-CONTINUES', pointer: '/nextPageToken', exchanges: ['case#2', 'case#4'] },
    ]);
    expect(findings[0]?.message).toContain('2 of 2 walks');
  });

  test('is condemned where it has no end.', () => {
    const endless = (name: string): Made[] =>
      Array.from({ length: 101 }, (_, index) =>
        page(`page ${index + 1} of ${name}`, { users: index === 0 ? all : [], next: `${name} ${index}` }),
      );
    const { findings } = walked(anchors([...endless('size 2'), ...endless('size 2 again 1')]));
    expect(findings.map(({ message }) => message)).toEqual([expect.stringContaining('a chain does not end')]);
  });

  test('is laid at the empty token where it began with one.', () => {
    expect(condemned(walked(anchors(twice('empty token', ['b', 'c']))))).toEqual(['LU-PAGE-EMPTYTOKEN']);
    expect(condemned(walked(anchors(twice('empty token, size 2', []))))).toEqual(['LU-PAGE-EMPTYTOKEN']);
  });

  test('tells in how many walks it failed.', () => {
    const made = [
      ...chain('size 2', ['a']),
      ...chain('size 2 again 1', all),
      ...chain('size 2 again 2', ['a', 'b']),
    ];
    const { findings } = walked(anchors(made));
    expect(findings.map(({ message }) => message)).toEqual([expect.stringContaining('2 of 3 walks')]);
  });
});

test('The listing before the chains and the one after them are repetitions of each other.', () => {
  const doubled = [...all, 'a'];
  const both = walked([...chain('before', doubled), ...chain('size 9', all), ...chain('after', doubled)]);
  expect(both.findings).toMatchObject([{ requirement: 'LU-PAGE-CONTINUES', exchanges: ['case#1'] }]);
  const once = walked([...chain('before', doubled), ...chain('size 9', all), ...chain('after', all)]);
  expect(once).toMatchObject({ findings: [], undecided: [{ requirement: 'LU-PAGE-CONTINUES' }] });
});

test('A chain that failed once and not again is undecided.', () => {
  const judgement = walked(anchors([...chain('size 2', ['a'], ['c']), ...chain('size 2 again 1', all)]));
  expect(judgement.findings).toEqual([]);
  expect(judgement.undecided.map(({ requirement }) => requirement)).toEqual(['LU-PAGE-COMPLETE']);
});

test('Where users came or went while the chains were walked nothing is decided.', () => {
  const judgement = walked(anchors(twice('size 2', ['a'], ['c']), ['a', 'b', 'd']));
  expect(judgement.findings).toEqual([]);
  expect(new Set(judgement.undecided.map(({ reason }) => reason))).toEqual(
    new Set(['Users were added or removed while the pages were read.']),
  );
  expect(judgement.undecided.map(({ requirement }) => requirement)).toContain('LU-PAGE-COMPLETE');
});

describe('a chain that was stopped on purpose', () => {
  const stopped = (name: string, users: readonly string[]): Made =>
    page(`page 1 of ${name}`, { users, next: name });

  test('may leave users out.', () => {
    expect(walked(anchors([stopped('size 1', ['a'])])).findings).toEqual([]);
  });

  test('must agree as far as it went.', () => {
    const made = [stopped('size 1', ['x']), stopped('size 1 again 1', ['x'])];
    expect(condemned(walked(anchors(made)))).toEqual(['LU-PAGE-COMPLETE']);
  });
});

describe('a page size', () => {
  const sized = (users: readonly string[], more: Partial<CaseRecord> = {}) =>
    walked(anchors([page('page 1 of size 2', { users }, '?pageSize=2')]), more);

  test('is kept by a page of as many elements or fewer.', () => {
    const judgement = walked(
      anchors([
        page('page 1 of size 2', { users: ['a', 'b'], next: 't' }, '?pageSize=2'),
        page('page 2 of size 2', { users: ['c'] }, '?pageSize=2&pageToken=t'),
      ]),
    );
    expect(judgement.findings).toEqual([]);
    expect(judgement.judged['LU-PAGE-SIZE']).toBe(2);
  });

  test('is broken by a page of more, once is enough.', () => {
    expect(sized(all).findings).toMatchObject([
      { requirement: 'LU-PAGE-SIZE', actual: '3 users instead of at most 2', exchanges: ['case#2'] },
    ]);
  });

  test('that has no effect at all is told with the setting to change.', () => {
    const { findings } = sized(all, { facts: { ...facts, pageSizeWorks: false } });
    expect(findings[0]?.message).toContain('set TARGET_PAGE_SIZE_PARAMETER');
  });

  test('that is refused well-formed is no part of any chain.', () => {
    const refused: Made = { role: 'page 1 of size 2', target: '/v2/users?pageSize=2', answer: error(400) };
    const judgement = walked(anchors([refused]));
    expect(judgement.findings).toEqual([]);
    expect(judgement.judged['LU-PAGE-SIZE']).toBeUndefined();
  });
});

describe('without a whole listing to compare with', () => {
  test('a defect that several chains show by themselves is condemned.', () => {
    const made = [...chain('size 2', ['a', 'a']), ...chain('size 3', ['b', 'b'])];
    expect(new Set(condemned(walked(made)))).toEqual(new Set(['LU-PAGE-CONTINUES']));
  });

  test('a defect that one chain shows alone is not.', () => {
    expect(walked([...chain('size 2', ['a', 'a']), ...chain('size 3', ['b'])]).findings).toEqual([]);
  });

  test('chains are not held against each other.', () => {
    expect(walked([...chain('before', all), ...chain('size 2', ['x'])]).findings).toEqual([]);
  });
});

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
