import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  brokenLines,
  brokenWhen,
  historyLines,
  lastChanges,
  type Night,
  readNights,
  spansOf,
} from '../../reports/history/history.ts';
import { nightsFor, trendPage } from '../../reports/history/history-view.tsx';
import { trendMarkdown } from '../../reports/history/trend-markdown.ts';
import { trendSvg } from '../../reports/history/trend-svg.tsx';
import type { Report, ResultOutcome } from '../../reports/report/report.ts';
import { writeReport } from '../../reports/report/report-file.ts';
import { hostile } from './hostile.ts';
import { aNight, nightsWith } from './nights.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { readXml } from './well-formed-xml.ts';

const id = 'GT-RES-PARTYID';
const other = 'LU-RES-USERS';

function whenOf(outcomes: readonly ResultOutcome[]): string | undefined {
  const nights = nightsWith({ [id]: outcomes });
  const [line] = brokenLines(nights);
  return line === undefined ? undefined : brokenWhen(line, nights);
}

test('The history shows since when a requirement fails, and when it failed before.', () => {
  expect(whenOf(['passed', 'failed', 'failed'])).toBe('failed since 2026-03-02 (2 nights)');
  expect(whenOf(['failed', 'passed', 'failed', 'failed', 'passed'])).toBe(
    'failed 2026-03-01 (1 night); failed 2026-03-03 to 2026-03-04 (2 nights)',
  );
  expect(whenOf(['warned', 'failed', 'passed'])).toBe(
    'warned 2026-03-01 (1 night); failed 2026-03-02 (1 night)',
  );
  expect(whenOf(['passed', 'not-exercised', 'passed'])).toBeUndefined();
});

test('The report says what changed since the last night on which the target was tested.', () => {
  const nights = nightsWith({
    'GT-SUCCESS': ['failed', 'failed', 'passed'],
    [id]: ['passed', 'warned', 'failed'],
    [other]: ['passed', 'passed', 'failed'],
  });
  expect(lastChanges(nights)).toEqual({
    since: '2026-03-02',
    text: '1 newly broken, 1 fixed, 1 still broken',
  });
  expect(lastChanges(nights.slice(0, 1))).toBeUndefined();
});

test('What is broken now comes first, then what was broken last.', () => {
  const nights = nightsWith({
    'GT-SUCCESS': ['failed', 'passed', 'passed'],
    [id]: ['passed', 'failed', 'passed'],
    [other]: ['passed', 'passed', 'failed'],
  });
  expect(brokenLines(nights).map(({ requirement }) => requirement)).toEqual([other, id, 'GT-SUCCESS']);
});

test('A night on which the suite did not have a requirement is a gap, and OPEN requirements have no line.', () => {
  const nights = nightsWith({ [id]: ['failed', 'failed', 'failed'] }).map((night, at) =>
    at === 1
      ? {
          ...night,
          report: {
            ...night.report,
            results: night.report.results.filter((each) => each.requirement !== id),
          },
        }
      : night,
  );
  const [line] = brokenLines(nights);
  expect(line === undefined ? [] : spansOf(line)).toEqual([
    { outcome: 'failed', from: 0, to: 0 },
    { outcome: 'failed', from: 2, to: 2 },
  ]);
  expect(historyLines(nights).some(({ level }) => level === 'OPEN')).toBe(false);
});

test('The picture has days, counts, and the name and spans of each requirement that was ever broken.', () => {
  const svg = trendSvg(
    nightsWith({ [id]: ['passed', 'failed', 'failed'], [other]: ['failed', 'passed', 'passed'] }),
  );
  expect(readXml(svg).attributes.role).toBe('img');
  expect(svg).toContain('>2026-03-01<');
  expect(svg).toContain(`>${id} · topology<`);
  expect(svg).toContain(`>${other} · users<`);
  expect(svg).toContain('<title>failed since 2026-03-02 (2 nights)</title>');
  expect(svg.match(/class="count"[^>]*>1</g)).toHaveLength(3);
  expect(svg).not.toMatch(/var\(|<style|href=/);
});

test('Nights without a failure have an even picture and say so.', () => {
  const nights = nightsWith({ [id]: ['passed', 'passed'] });
  expect(trendSvg(nights).match(/class="count"[^>]*>0</g)).toHaveLength(2);
  expect(trendPage(nights)).toContain('Nothing was broken on any of these nights.');
  expect(trendMarkdown(nights)).toContain('Everything exercised passed every night.');
});

test('A night on which the target was down has a mark and a reason of its own, and no outcome of any requirement.', () => {
  const nights = nightsWith({ [id]: ['failed', 'failed', 'failed'] }).map((night, at): Night => {
    const { report } = night;
    const gate = {
      status: 3,
      causes: ['The target cannot be reached.'],
      causeKinds: ['not-tested'],
    } as const;
    const counts = { ...report.counts, cases: 0, failed: 0, warned: 0 };
    return at === 1 ? { ...night, report: { ...report, gate, counts, verdict: 'inconclusive' } } : night;
  });
  expect([...trendSvg(nights).matchAll(/class="count"[^>]*>([^<]*)</g)].map(([, count]) => count)).toEqual([
    '1',
    '?',
    '1',
  ]);
  expect(trendSvg(nights)).toContain('class="bar inconclusive"');
  expect(trendPage(nights)).toContain('The target cannot be reached.');
  expect(trendMarkdown(nights)).toContain('The target cannot be reached.');
  expect(trendMarkdown(nights)).toContain(`| \`✗ ✗\` | ${id}`);
});

test('Words of a target stay text in the page and the Markdown of a trend.', () => {
  const [night] = nightsWith({ [id]: ['failed'] });
  if (night === undefined) throw new Error('There is one night.');
  const target = { kind: 'target', baseUrl: `"><script>alert(1)</script>\`|${hostile}` } as const;
  const nights = [{ ...night, report: { ...night.report, target } }];
  expect(trendPage(nights)).not.toContain('<script>alert');
  const [row = ''] = /^\| 2026.*$/m.exec(trendMarkdown(nights)) ?? [];
  expect(row.split('|')).toHaveLength(11);
});

test('The run of a page is its last night, whether its folder is in the history or not.', () => {
  const nights = nightsWith({ [id]: ['passed', 'failed', 'passed'] });
  const own = aNight('failed', 1);
  expect(nightsFor(own.report, nights).map(({ name }) => name)).toEqual(['2026-03-01', '2026-03-02']);
  const later: Report = {
    ...own.report,
    run: { ...own.report.run, nonce: 'x', startedAt: '2026-03-09T00:00:00.000Z' },
  };
  expect(nightsFor(later, nights).map(({ name }) => name)).toEqual([
    '2026-03-01',
    '2026-03-02',
    '2026-03-03',
    'this run',
  ]);
});

function historyOf(nights: readonly Night[]): string {
  const history = temporaryFolder();
  for (const { name, report } of nights) {
    mkdirSync(join(history, name));
    writeReport(join(history, name), report);
  }
  return history;
}

test('A history is read by the start of its runs; folders without a report do not count.', () => {
  const nights = nightsWith({ [id]: ['failed', 'passed'] });
  const history = historyOf(nights.map((night, at) => ({ ...night, name: at === 0 ? 'z' : 'a' })));
  mkdirSync(join(history, 'empty'));
  writeFileSync(join(history, 'trend.md'), '');
  expect(readNights(history).map(({ name }) => name)).toEqual(['z', 'a']);
  expect(() => readNights(join(history, 'nowhere'))).toThrow('cannot be read. Give a folder');
});

test('A comparison is read if it is one of this version.', () => {
  const history = historyOf([aNight('passed', 0)]);
  const path = join(history, '2026-03-01', 'comparison.json');
  for (const text of ['{', '{"schemaVersion":0}']) {
    writeFileSync(path, text);
    expect(readNights(history)[0]?.comparison).toBeNull();
  }
});
