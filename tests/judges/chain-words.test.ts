import { describe, expect, test } from 'vitest';
import type { Facts } from '../../journal/record.ts';
import { judgeChains } from '../../judges/list-users/judge-chains.ts';
import { caseOf, condemned, finding, json, judge, type Made, type MadeRole } from './records.ts';

const lu = 'list-users';
const all = ['a', 'b', 'c'];
const facts: Facts = { pageSizeParameter: 'pageSize', pageSizeWorks: true };

function page(role: MadeRole, users: readonly string[], next = '', query = ''): Made {
  const answer = json(200, { users: users.map((id) => ({ id })), nextPageToken: next });
  return { role, target: `/v2/users${query}`, answer };
}
const chain = (name: string, ...pages: readonly (readonly string[])[]): Made[] =>
  pages.map((users, index) =>
    page(`page ${index + 1} of ${name}`, users, index + 1 < pages.length ? `${name} ${index}` : ''),
  );
const anchored = (...made: readonly Made[]): Made[] => [
  ...chain('before', all),
  ...made,
  ...chain('after', all),
];
const walked = (made: readonly Made[], more: Facts = facts) =>
  judge(caseOf(lu, 'LU-PAGE-COMPLETE', made, { facts: more }), judgeChains);
const twice = (name: string, ...pages: readonly (readonly string[])[]): Made[] => [
  ...chain(name, ...pages),
  ...chain(`${name} again 1`, ...pages),
];

describe('the words of a finding', () => {
  test('count the users that a chain leaves out, name the first, and give all its pages.', () => {
    expect(walked(anchored(...twice('size 2', ['a'], [])))).toMatchObject({ undecided: [] });
    expect(walked(anchored(...twice('size 2', ['a'], []))).findings).toEqual([
      finding(lu, 'LU-PAGE-COMPLETE', {
        message: 'a chain lacks users that another listing has (chain "size 2", 2 of 2 walks)',
        pointer: '/users',
        actual: '2 of 3: b, c',
        exchanges: ['case#2', 'case#3'],
      }),
    ]);
  });

  test('name the users that no other listing has.', () => {
    expect(walked(anchored(...twice('size 9', [...all, 'x', 'y']))).findings).toEqual([
      finding(lu, 'LU-PAGE-COMPLETE', {
        message: 'a chain has users that no other listing has (chain "size 9", 2 of 2 walks)',
        pointer: '/users',
        actual: '2 of 3: x, y',
        exchanges: ['case#2'],
      }),
    ]);
  });

  test('name five users at most, in 300 characters, and 20 pages.', () => {
    const many = [...'stuvwxyz'];
    const [found] = walked(anchored(...twice('size 9', [...all, ...many]))).findings;
    expect(found?.actual).toBe('8 of 3: s, t, u, v, w');
    const long = 'x'.repeat(400);
    const [cut] = walked(anchored(...twice('size 9', [...all, long]))).findings;
    expect(cut?.actual).toBe(`1 of 3: ${'x'.repeat(300)}`);
    const pages = [...all.map((id) => [id]), ...Array.from({ length: 22 }, () => []), ['x']];
    const [wide] = walked(anchored(...twice('size 1', ...pages))).findings;
    expect(wide?.exchanges).toHaveLength(20);
  });

  test('give both pages of a user that is listed twice, or the one, and the user cut.', () => {
    const message = 'a user is listed twice in one chain (chain "size 2", 2 of 2 walks)';
    const said = { message, pointer: '/users' };
    expect(walked(anchored(...twice('size 2', ['a', 'b'], ['b', 'c']))).findings).toEqual([
      finding(lu, 'LU-PAGE-CONTINUES', { ...said, actual: 'b', exchanges: ['case#2', 'case#3'] }),
    ]);
    expect(walked(anchored(...twice('size 2', ['a', 'b', 'b', 'c']))).findings).toEqual([
      finding(lu, 'LU-PAGE-CONTINUES', { ...said, actual: 'b', exchanges: ['case#2'] }),
    ]);
    const long = 'u'.repeat(250);
    const doubled = (name: string) => chain(name, [long, long]);
    const { findings } = walked([...doubled('before'), ...doubled('after')]);
    expect(findings[0]?.actual).toBe('u'.repeat(200));
  });

  test('give the two latest pages that show a user again.', () => {
    const { findings } = walked(anchored(...twice('size 2', ['a'], ['a', 'b'], ['b', 'c'])));
    expect(findings).toMatchObject([{ actual: 'a', exchanges: ['case#2', 'case#3'] }]);
  });

  test('give both pages that carry the same token.', () => {
    const round = (name: string) => [
      page(`page 1 of ${name}`, ['a'], 'one'),
      page(`page 2 of ${name}`, ['b'], 'one'),
      page(`page 3 of ${name}`, ['c']),
    ];
    expect(walked(anchored(...round('size 1'), ...round('size 1 again 1'))).findings).toEqual([
      finding(lu, 'LU-PAGE-CONTINUES', {
        message: 'a chain returns to an earlier page token (chain "size 1", 2 of 2 walks)',
        pointer: '/nextPageToken',
        actual: 'the same nextPageToken twice',
        exchanges: ['case#2', 'case#3'],
      }),
    ]);
  });

  test('count the pages of a chain without an end, and give its last two.', () => {
    const endless = (name: string) =>
      Array.from({ length: 101 }, (_, index) =>
        page(`page ${index + 1} of ${name}`, index === 0 ? all : [], `${name} ${index}`),
      );
    expect(walked(anchored(...endless('size 3'), ...endless('size 3 again 1'))).findings).toEqual([
      finding(lu, 'LU-PAGE-CONTINUES', {
        message: 'a chain does not end (chain "size 3", 2 of 2 walks)',
        pointer: '/users',
        actual: '101 pages for 3 users',
        exchanges: ['case#101', 'case#102'],
      }),
    ]);
  });

  test('say how many elements were requested and how many were returned.', () => {
    const made = anchored(page('page 1 of size 2', all, '', '?pageSize=2'));
    const said = { pointer: '/users', actual: '3 users instead of at most 2', exchanges: ['case#2'] };
    expect(walked(made).findings).toEqual([
      finding(lu, 'LU-PAGE-SIZE', { ...said, message: 'a page has more elements than requested' }),
    ]);
    expect(walked(made, { ...facts, pageSizeWorks: false }).findings).toEqual([
      finding(lu, 'LU-PAGE-SIZE', {
        ...said,
        message:
          'a page has more elements than requested. The parameter pageSize has no effect; if the server uses another name, set TARGET_PAGE_SIZE_PARAMETER.',
      }),
    ]);
  });

  test('tell a defect once for a chain, however often it shows it.', () => {
    const { findings } = walked(anchored(...twice('size 2', ['a', 'a'], ['b', 'b'], ['c', 'x'])));
    expect(findings.map(({ message, actual }) => [message, actual])).toEqual([
      ['a user is listed twice in one chain (chain "size 2", 2 of 2 walks)', 'a'],
      ['a chain has users that no other listing has (chain "size 2", 2 of 2 walks)', '1 of 3: x'],
    ]);
  });
});

describe('what is undecided', () => {
  test('names the chain that failed once, for each requirement once.', () => {
    const made = anchored(...chain('size 2', ['a', 'a'], ['x', 'x']), ...chain('size 2 again 1', all));
    const reason = 'The chain "size 2" failed once, but not when repeated.';
    expect(walked(made)).toMatchObject({
      findings: [],
      undecided: [
        { requirement: 'LU-PAGE-CONTINUES', operation: lu, reason },
        { requirement: 'LU-PAGE-COMPLETE', operation: lu, reason },
      ],
    });
  });

  test('is a chain that was never repeated, and the repetition of another is none of its own.', () => {
    const made = anchored(
      ...chain('size 1', ['a']),
      ...chain('size 10', all),
      ...chain('size 10 again 1', ['a']),
    );
    const { findings, undecided } = walked(made);
    expect(findings).toEqual([]);
    expect(undecided.map(({ reason }) => reason)).toEqual([
      'The chain "size 1" failed once, but not when repeated.',
    ]);
  });

  test('is every rule of pages where users came or went.', () => {
    const made = [...chain('before', all), ...twice('size 2', ['a']), ...chain('after', ['a', 'b'])];
    const reason = 'Users were added or removed while the pages were read.';
    const judgement = walked(made);
    expect(judgement).toMatchObject({
      findings: [],
      undecided: ['LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE', 'LU-PAGE-EMPTYTOKEN'].map((requirement) => ({
        requirement,
        operation: lu,
        reason,
      })),
    });
    expect(judgement.judged['LU-PAGE-CONTINUES']).toBeUndefined();
    const cameOnly = [...chain('before', all), ...twice('size 2', ['a']), ...chain('after', [...all, 'd'])];
    expect(walked(cameOnly)).toMatchObject({ findings: [], undecided: [{ reason }, { reason }, { reason }] });
  });
});

describe('what is counted', () => {
  test('is every page, for the rule of its chain; one asked again is of no chain.', () => {
    const { judged } = walked(
      anchored(
        ...chain('size 2', ['a', 'b'], ['c']),
        ...chain('empty token', all),
        ...chain('empty token, size 2', ['a', 'b'], ['c']),
        page('page 2 of asked again: size 2', ['x'], '', '?pageSize=7'),
      ),
    );
    expect(judged).toMatchObject({
      'LU-PAGE-CONTINUES': 7,
      'LU-PAGE-COMPLETE': 4,
      'LU-PAGE-EMPTYTOKEN': 3,
      'LU-PAGE-SIZE': 1,
    });
  });

  test('is every page too where there is no whole listing.', () => {
    const { judged } = walked([...chain('before', all), ...chain('size 2', ['a'], ['b'])]);
    expect(judged['LU-PAGE-CONTINUES']).toBe(3);
    expect(judged['LU-PAGE-COMPLETE']).toBeUndefined();
  });

  test('is no size where no size was asked for, and where its name is not known.', () => {
    const sized = page('page 1 of size 2', all, '', '?pageSize=1');
    expect(walked(anchored(sized), {}).judged['LU-PAGE-SIZE']).toBeUndefined();
    const plain = page('page 1 of size 2', all, '', '?other=1');
    expect(walked(anchored(plain)).judged['LU-PAGE-SIZE']).toBeUndefined();
    expect(walked(anchored(sized)).judged['LU-PAGE-SIZE']).toBe(1);
  });
});

describe('a listing to compare with', () => {
  const foreign = twice('size 9', [...all, 'x']);
  test.each<[string, Made[]]>([
    ['the one before is missing', [...foreign, ...chain('after', all)]],
    ['the one after is missing', [...chain('before', all), ...foreign]],
    [
      'the one before lacks its first page',
      [page('page 2 of before', all), ...foreign, ...chain('after', all)],
    ],
    [
      'the one after has a hole',
      [
        ...chain('before', all),
        ...foreign,
        page('page 1 of after', ['a'], 't'),
        page('page 3 of after', ['b', 'c']),
      ],
    ],
    ['the one after does not end', [...chain('before', all), ...foreign, page('page 1 of after', all, 't')]],
  ])('is not there where %s.', (_name, made) => {
    const judgement = walked(made);
    expect(judgement).toMatchObject({ findings: [], undecided: [] });
    expect(judgement.judged['LU-PAGE-COMPLETE']).toBeUndefined();
  });

  test('may have several pages, in whatever order they were recorded.', () => {
    const [first, second] = chain('before', ['a', 'b'], ['c']) as [Made, Made];
    expect(condemned(walked([second, first, ...foreign, ...chain('after', all)]))).toEqual([
      'LU-PAGE-COMPLETE',
    ]);
  });
});

test('Without a listing every chain is told of whose defect another shows too, each by its name.', () => {
  const made = [...chain('size 2', ['a', 'a']), ...chain('size 3', ['b', 'b']), ...chain('size 4', ['c'])];
  expect(walked(made).findings.map(({ message }) => message)).toEqual([
    'a user is listed twice in one chain (chain "size 2", more than one walk)',
    'a user is listed twice in one chain (chain "size 3", more than one walk)',
  ]);
});

test('A repetition is not told by itself, nor is the listing after the chains.', () => {
  const made = anchored(
    ...chain('size 2', all),
    ...chain('size 2 again 1', ['a']),
    ...chain('size 2 again 12', ['a']),
  );
  expect(walked(made)).toMatchObject({ findings: [], undecided: [] });
  const doubled = [...all, 'c'];
  expect(walked([...chain('before', all), ...chain('after', doubled)])).toMatchObject({
    findings: [],
    undecided: [],
  });
});

test('A page behind the end of a chain returns to no token.', () => {
  const ended = (name: string) => [page(`page 1 of ${name}`, ['a', 'b']), page(`page 2 of ${name}`, ['c'])];
  expect(walked(anchored(...ended('size 2'), ...ended('size 2 again 1')))).toMatchObject({
    findings: [],
    undecided: [],
  });
});

test('Requests that are no pages belong to no chain.', () => {
  const answer = json(200, { users: [{ id: 'x' }] });
  const { findings, judged } = walked([{ role: 'control', answer }, { answer }, ...anchored()]);
  expect(findings).toEqual([]);
  expect(judged['LU-PAGE-COMPLETE']).toBe(2);
});
