import { expect, test } from 'vitest';
import { pagesAtMost } from '../../judges/list-users/page.ts';
import { page, walked } from './walked-chains.ts';

test('A listing that was not read to its end decides nothing and is no breach.', () => {
  const long = Array.from({ length: pagesAtMost }, (_, index) =>
    page(`page ${index + 1} of before`, { users: [`u${index}`], next: `t${index}` }),
  );
  const begun = [0, 1].map((index) =>
    page(`page ${index + 1} of size 1`, { users: [`u${index}`], next: `t${index}` }),
  );
  const { findings, undecided } = walked([...long, ...begun]);
  expect(findings).toEqual([]);
  expect(undecided.map(({ requirement, kind }) => [requirement, kind])).toEqual(
    ['LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE', 'LU-PAGE-EMPTYTOKEN'].map((id) => [id, 'listing-too-long']),
  );
  expect(walked([...long.slice(1), ...begun]).undecided).toEqual([]);
});
