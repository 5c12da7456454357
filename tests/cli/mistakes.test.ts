import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readReport } from '../../reports/report/report-file.ts';
import { aGoodRun } from '../reports/journal-fixture.ts';
import { writeRunInto } from '../reports/run-on-disk.ts';
import { emptyFolder } from './command.ts';
import { commandHere } from './command-here.ts';
import type { Mistake } from './mistake.ts';
import { placeMistakes } from './mistakes-of-place.ts';
import { settingMistakes } from './mistakes-of-settings.ts';
import { tlsMistakes } from './mistakes-of-tls.ts';
import { usageMistakes } from './mistakes-of-usage.ts';

const mistakes = [...placeMistakes, ...settingMistakes, ...tlsMistakes, ...usageMistakes];

test('At least fifty mistakes are tried.', () => {
  expect(mistakes.length).toBeGreaterThanOrEqual(50);
});

/** A folder with the results of a conformant run. */
function folderWithResults(): { readonly cwd: string; readonly results: string } {
  const cwd = emptyFolder();
  const results = join(cwd, 'conformance-results');
  mkdirSync(results);
  writeRunInto(results, aGoodRun());
  for (const name of ['junit.xml', 'report.md', 'notes.txt'])
    writeFileSync(join(results, name), 'of yesterday');
  return { cwd, results };
}

const spaced = (text: string): string => text.replace(/\s+/g, ' ');

/** Whatever was there is gone, and what is there says the same as the message. */
function expectFailure(results: string, { status }: Mistake, stderr: string): void {
  expect(readdirSync(results).sort()).toEqual([
    'exchanges.ndjson',
    'junit.xml',
    'notes.txt',
    'report.json',
    'run.ndjson',
  ]);
  const { gate, verdict, counts } = readReport(results);
  expect({ status: gate.status, verdict, cases: counts.cases }).toEqual({
    status,
    verdict: 'inconclusive',
    cases: 0,
  });
  const [first = ''] = gate.causes;
  expect(spaced(stderr.replace(/^error: /, '')).startsWith(first)).toBe(true);
  const junit = readFileSync(join(results, 'junit.xml'), 'utf8');
  expect(junit).toMatch(/<testsuites [^>]*errors="1"/);
  expect(junit).toContain(`type="exit status ${status}"`);
}

test.for(mistakes)(
  '$name: the status is $status, a sentence names cause and remedy, and the results say the same.',
  { timeout: 900_000 },
  async (mistake) => {
    const { args = ['run'], made, status, cause, first = cause, remedy, isKept } = mistake;
    const { cwd, results } = folderWithResults();
    const settings = await made(cwd);
    const finished = await commandHere(args, { cwd, settings });
    const said = spaced(`${finished.stdout}\n${finished.stderr}`);
    expect(said).toContain(cause);
    expect(said).toContain(remedy);
    for (const secret of [settings.TARGET_TOKEN, settings.TARGET_TOKEN_SECRET])
      if (secret !== undefined && secret !== '') {
        expect(said).not.toContain(secret);
        for (const name of readdirSync(results))
          expect(readFileSync(join(results, name), 'utf8')).not.toContain(secret);
      }
    expect(finished.status).toBe(status);
    if (args[0] !== 'run' || isKept === true || status < 2) return;
    expect(spaced(finished.stderr.split('\n')[0] ?? '')).toContain(first);
    expectFailure(results, mistake, finished.stderr);
    if (settings.TARGET_BASE_URL !== undefined || status !== 2) return;
    // The sentence that a target is required hides no other.
    const required = await commandHere([...args, '--require-target'], { cwd, settings });
    expect(spaced(required.stderr)).toContain(cause);
    expect(spaced(required.stderr)).toContain(remedy);
    expect(required.status).toBe(2);
  },
);

test.for(mistakes.filter(({ isKept }) => isKept === true))(
  '$name: the results of the earlier run stay.',
  async (mistake) => {
    const { args = ['run'], made, status } = mistake;
    const { cwd, results } = folderWithResults();
    const before = readdirSync(results).map((name) => readFileSync(join(results, name), 'utf8'));
    expect((await commandHere(args, { cwd, settings: await made(cwd) })).status).toBe(status);
    expect(readdirSync(results).map((name) => readFileSync(join(results, name), 'utf8'))).toEqual(before);
  },
);
