import { describe, expect, test } from 'vitest';
import type { Made } from './records.ts';
import { chain, twice, walked } from './walked-chains.ts';

describe('a user of whom a chain says something else', () => {
  const own = ['a/p', 'b/q', 'c', 'd/off'];
  const around = (made: readonly Made[], after: readonly string[] = own): Made[] => [
    ...chain('before', own),
    ...made,
    ...chain('after', after),
  ];

  test.each<[string, readonly string[]]>([
    ['the same', own],
    ['nothing', ['a', 'b', 'c/p', 'd/off']],
  ])('is the same user where it says %s.', (_name, users) => {
    expect(walked(around(twice('size 4', users))).findings).toEqual([]);
  });

  test.each<[string, readonly string[], string]>([
    ['the party of another one', ['a/q', 'b/p', 'c', 'd/off'], '2 of 4: a with'],
    ['that it is active', ['a/p', 'b/q', 'c', 'd/on'], '1 of 4: d with'],
  ])('is another user where it says %s.', (_name, users, actual) => {
    const { findings } = walked(around(twice('size 4', users)));
    expect(findings.map(({ requirement, kind }) => [requirement, kind])).toEqual([
      ['LU-PAGE-COMPLETE', 'users-unlisted'],
    ]);
    expect(findings[0]?.actual).toContain(actual);
  });

  test('may have been changed meanwhile, if the listing behind says the same.', () => {
    const users = ['a/q', 'b/q', 'c', 'd/off'];
    expect(walked(around(twice('size 4', users), users)).findings).toEqual([]);
  });

  test('may be changed with each request, if the same request is told something else.', () => {
    const made = [
      ...chain('size 4', ['a/q', 'b/p', 'c', 'd/off']),
      ...chain('size 4 again 1', ['a/r', 'b/p', 'c', 'd/off']),
    ];
    expect(walked(around(made)).findings).toEqual([]);
  });
});
