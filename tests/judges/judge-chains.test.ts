import { describe, expect, test } from 'vitest';
import type { CaseRecord } from '../../journal/record.ts';
import { condemned, error, type Made } from './records.ts';
import { all, anchors, chain, facts, page, twice, type Users, walked } from './walked-chains.ts';

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

test('A page that came only when its request was repeated is a page of its chain.', () => {
  const made = anchors(chain('size 2', ['a', 'b'], ['c']));
  const { answer, ...request } = made.at(-1) as Made;
  const sentAgain = (more: Partial<Made>) =>
    walked([
      ...made.slice(0, -1),
      { ...request, ...more },
      { ...request, answer, role: 'repeat', repeats: made.length } as Made,
    ]).judged['LU-PAGE-COMPLETE'];
  const judged = walked(made).judged['LU-PAGE-COMPLETE'];
  expect(judged).toBeGreaterThan(0);
  expect(sentAgain({ failure: 'closed' })).toBe(judged);
  expect(sentAgain({ answer: error(503) })).toBe(judged);
  // A repeat of a page that came shows whether it comes again.
  expect(sentAgain({ answer } as Made)).toBe(judged);
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

describe('users who come and go between two equal listings', () => {
  test.each<[string, readonly Users[], readonly Users[]]>([
    [
      'are seen in each walk of a chain, others each time',
      [
        ['a', 'x'],
        ['b', 'c'],
      ],
      [
        ['a', 'y'],
        ['b', 'c'],
      ],
    ],
    [
      'are seen in one walk, and shift the pages of the other',
      [
        ['a', 'x', 'y'],
        ['b', 'c'],
      ],
      [
        ['a', 'b'],
        ['b', 'c'],
      ],
    ],
  ])('%s: nothing is decided.', (_name, first, second) => {
    const { findings, undecided } = walked(
      anchors([
        ...chain('size 2', ...first),
        ...chain('size 2 again 1', ...second),
        ...chain('size 9', ['a']),
      ]),
    );
    expect(findings).toEqual([]);
    expect(undecided.map(({ requirement }) => requirement)).toEqual([
      'LU-PAGE-CONTINUES',
      'LU-PAGE-COMPLETE',
      'LU-PAGE-EMPTYTOKEN',
    ]);
  });

  test.each<[string, readonly string[]]>([
    ['a user who came', [...all, 'x']],
    ['a user who went', ['a', 'b']],
  ])('are seen by the listing right behind a chain that failed again: %s.', (_name, meanwhile) => {
    const { findings, undecided } = walked([
      ...chain('before', all),
      ...twice('size 2', meanwhile.slice(0, 2), meanwhile.slice(2)),
      ...chain('after again 101', meanwhile),
      ...chain('after', all),
    ]);
    expect(findings).toEqual([]);
    expect(undecided.map(({ requirement }) => requirement)).toContain('LU-PAGE-COMPLETE');
  });

  test.each<[string, readonly string[], readonly string[]]>([
    ['one who came', ['a', 'x'], ['b', 'c']],
    ['one who went', ['a'], ['b']],
  ])('are seen where nothing was walked meanwhile without them: %s.', (_name, ...pages) => {
    const usual = chain('size 2 again 2', ['a', 'b'], ['c']);
    const [once, again] = [chain('size 2', ...pages), chain('size 2 again 1', ...pages)];
    const { findings, undecided } = walked(anchors([...once, ...again, ...usual]));
    expect(findings).toEqual([]);
    expect(new Set(undecided.map(({ reason }) => reason))).toEqual(
      new Set(['Users were added or removed while the pages were read.']),
    );
    expect(condemned(walked(anchors([...once, ...chain('size 9', all), ...again, ...usual])))).toEqual([
      'LU-PAGE-COMPLETE',
    ]);
  });

  test('are not assumed where that listing is like those before and after.', () => {
    const made = [...twice('size 2', ['a', 'x'], ['b', 'c']), ...chain('after again 101', all)];
    expect(condemned(walked(anchors(made)))).toEqual(['LU-PAGE-COMPLETE']);
  });

  test('are not assumed where the same user is there now and then.', () => {
    const withUser = [
      ['a', 'x'],
      ['b', 'c'],
    ] as const;
    const made = [
      ...chain('size 2', ...withUser),
      ...chain('size 2 again 1', ['a'], ['b', 'c']),
      ...chain('size 2 again 2', ...withUser),
    ];
    expect(condemned(walked(anchors(made)))).toEqual(['LU-PAGE-COMPLETE']);
  });
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
