import { expect, test } from 'vitest';
import { requirement } from '../../requirements/catalogue.ts';
import { allChecks } from '../../specs/all.ts';
import { textOf } from './documents.ts';
import { recordPage, recordReadme } from './recording.mjs';
import { shownIn, staleRecordings } from './stale-recordings.ts';

// Where one of these fails, record again on an idle machine: npm run build && node tests/docs/record-first-five-minutes.mjs
const page = textOf('docs/first-five-minutes.md');

test('The recording has the steps of a newcomer in their order.', () => {
  expect(shownIn(page).map(({ typed }) => typed.split(' ')[1])).toEqual([
    'run',
    'serve',
    'init',
    'doctor',
    'run',
    'serve',
    'run',
    'explain',
  ]);
});

test('Recorded again, every block says the same: output, figures and findings.', {
  timeout: 600_000,
}, async () => {
  for (const { typed, said, now } of staleRecordings(page, await recordPage(page)))
    expect.soft(said, typed).toBe(now);
});

test('The samples of the README are those of the page.', () => {
  const readme = textOf('README.md');
  expect(readme).toBe(recordReadme(readme, page));
  for (const line of ['self-check: no target was tested', '1 requirement is broken', '   Target http'])
    expect(readme, `The README shows no sample with "${line}".`).toContain(`\n${line}`);
});

test('The runs end with the numbers of the checks there are.', () => {
  const musts = allChecks.filter((check) => requirement(check.requirement).level === 'MUST').length;
  const runs = shownIn(page).filter(({ typed }) => typed === 'ledger-conformance run');
  expect(runs).toHaveLength(3);
  for (const { said } of runs) expect(said).toContain(`conformant (${musts} of ${musts} MUST`);
});

test('No line is wider than 80 columns but those that are there to be pasted.', () => {
  const wide = shownIn(page)
    .flatMap(({ said }) => said.split('\n'))
    .filter((line) => line.length > 80 && !/^ {2}(?:curl|again) | {14}|^ +https:/.test(line));
  expect(wide).toEqual([]);
});

const run = (lines: string): string =>
  `\`\`\`text\n$ ledger-conformance run\nnonce 1\n\n${lines}\nconformant (2 of 2 MUST)\n\`\`\`\n`;
const faulty = run(
  '  again     …\n  the same  with empty object (168 of 168); synchronizer: name in other case (15\n            of 15); synchronizer: name with long s (7 of 7); synchronizer: name\n            of a form (1 of 1)\n\n  …',
);

test('Which cases were repeated does not make a page stale, but what failed does, and how often in all.', () => {
  expect(staleRecordings(faulty, faulty)).toEqual([]);
  const otherwise = faulty
    .replace('long s (7 of 7)', 'long s (1 of 1)')
    .replace('form (1 of 1)', 'form (7 of 7)');
  expect(staleRecordings(faulty, otherwise)).toEqual([]);
  for (const [from, to] of [
    ['168 of 168', '167 of 167'],
    ['(15\n            of 15)', '(14\n            of 14)'],
    ['long s', 'blanks'],
    ['; synchronizer: name with long s (7 of 7)', ''],
    ['again     …', 'again'],
  ] as const)
    expect(staleRecordings(faulty.replace(from, to), faulty), to).toHaveLength(1);
});

const calm = run('7 observations where\n  …\n\n5 passed, 2 observed; 1,002 exchanges in 900 cases');
const busy = run(
  '2 warnings\n  HTTP-STABLE · one: 1 of 9 requests were answered only on a\n  retry (1 of 9)\n  HTTP-STABLE · two: 1 of 9 requests were answered only on a\n  retry (1 of 9)\n\n9 observations where\n  …\n\n3 passed, 2 warned, 2 observed; 1,020 exchanges\nin 900 cases',
);

test('A page with other figures is stale, but not by those that a busy machine changes.', () => {
  expect(staleRecordings(calm, calm)).toEqual([]);
  expect(staleRecordings(calm, busy)).toEqual([]);
  expect(staleRecordings(busy, calm)).toHaveLength(1);
  for (const [from, to] of [
    ['5 passed', '4 passed'],
    ['7 observations', '8 observations'],
    ['900 cases', '901 cases'],
    ['2 of 2', '3 of 3'],
  ] as const)
    expect(staleRecordings(calm.replace(from, to), calm), to).toHaveLength(1);
  for (const [from, to] of [
    ['5 passed', '4 passed'],
    ['900 cases', '901 cases'],
    ['2 of 2', '3 of 3'],
  ] as const)
    expect(staleRecordings(calm.replace(from, to), busy), to).toHaveLength(1);
});

test('Where something failed, the tries of the search for a smaller example do not make a page stale.', () => {
  const failed = calm.replace('5 passed', '4 passed, 1 failed');
  expect(staleRecordings(failed.replace('900 cases', '898 cases'), failed)).toEqual([]);
  expect(staleRecordings(failed.replace('1 failed', '2 failed'), failed)).toHaveLength(1);
});
