import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { beginResults, lockResults } from '../../cli/run/results-folder.ts';
import { resumeRun } from '../../cli/run/resume-run.ts';
import { exchangesFile, fileJournal, runFile } from '../../journal/journal.ts';
import { operationStems } from '../../schemas/openapi.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { aCase, aCheck, aHeader, aPreflight } from '../reports/journal-fixture.ts';
import { temporaryFile, temporaryFolder } from './temporary-folder.ts';

/** What takes the place of a file of a results folder; `elsewhere` is what it must not lead to. */
const places: Readonly<Record<string, (path: string, elsewhere: string) => void>> = {
  'a link': (path, elsewhere) => symlinkSync(elsewhere, path),
  'a pipe': (path) => execFileSync('mkfifo', [path]),
  'a folder': (path) => mkdirSync(path),
};

describe.each(Object.entries(places))('%s in a results folder', (_, place) => {
  test.each([runFile, exchangesFile])('is not appended to in the place of %s.', (file) => {
    const folder = temporaryFolder();
    const elsewhere = temporaryFile('precious');
    place(join(folder, file), elsewhere);
    expect(() => fileJournal(folder)).toThrow(UsageError);
    expect(() => fileJournal(folder)).toThrow(`${join(folder, file)} is a link or not a regular file`);
    expect(readFileSync(elsewhere, 'utf8')).toBe('precious');
  });
});

/** A folder with a run that was stopped. */
function stopped(...lines: readonly object[]): string {
  const folder = temporaryFolder();
  const all = [aHeader(), aPreflight(), ...lines];
  writeFileSync(join(folder, runFile), all.map((line) => `${JSON.stringify(line)}\n`).join(''));
  writeFileSync(join(folder, exchangesFile), '');
  return folder;
}

test('Resuming a run creates no file that a link in its folder leads to.', () => {
  const folder = stopped();
  const elsewhere = join(temporaryFolder(), 'created');
  rmSync(join(folder, exchangesFile));
  symlinkSync(elsewhere, join(folder, exchangesFile));
  expect(() => resumeRun(folder)).toThrow('is a link or not a regular file');
  expect(existsSync(elsewhere)).toBe(false);
});

test.each([resumeRun, beginResults, lockResults])('%o writes no lock to where a link leads.', (lock) => {
  const folder = stopped();
  const elsewhere = temporaryFile('precious');
  symlinkSync(elsewhere, join(folder, '.running'));
  lock(folder);
  expect(readFileSync(elsewhere, 'utf8')).toBe('precious');
});

test.each([
  [runFile, 'something else'],
  [exchangesFile, ''],
  ['report.json', '{"suite":"another"}'],
])('A folder with a %s of somebody else is refused, and nothing in it is removed.', (name, text) => {
  const folder = temporaryFolder();
  for (const each of [name, 'report.md']) writeFileSync(join(folder, each), text);
  expect(() => beginResults(folder)).toThrow(`${join(folder, name)} was not written by this suite`);
  expect(readdirSync(folder).sort()).toEqual([name, 'report.md'].sort());
  expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
});

test('Formats of somebody else are not removed; those of a run are.', () => {
  const foreign = temporaryFolder();
  const own = stopped();
  for (const folder of [foreign, own]) writeFileSync(join(folder, 'report.md'), 'text');
  beginResults(foreign)();
  expect(readdirSync(foreign).sort()).toEqual(['report.md', runFile]);
  beginResults(own)();
  expect(readdirSync(own)).toEqual([runFile]);
});

test('A folder is locked for others, and the lock of a process that has ended is taken over.', () => {
  const folder = stopped();
  // The process that started this one is alive.
  writeFileSync(join(folder, '.running'), String(process.ppid));
  expect(() => lockResults(folder)).toThrow(`Another run (process ${process.ppid})`);
  const { pid } = JSON.parse(
    execFileSync(process.execPath, ['-p', 'JSON.stringify({ pid: process.pid })'], { encoding: 'utf8' }),
  );
  writeFileSync(join(folder, '.running'), String(pid));
  const release = lockResults(folder);
  expect(readFileSync(join(folder, '.running'), 'utf8')).toBe(String(process.pid));
  release();
  expect(existsSync(join(folder, '.running'))).toBe(false);
});

test('A folder in which no lock can be written is wrong usage.', () => {
  const folder = stopped();
  mkdirSync(join(folder, '.running'));
  expect(() => lockResults(folder)).toThrow(UsageError);
  expect(() => resumeRun(folder)).toThrow('Results cannot be written');
});

test('A resumed run compares again as a whole: no case of the comparison is there twice.', () => {
  const { line: own } = aCase({ requirement: 'LU-SUCCESS', operation: 'list-users' });
  const compared = { ...own, id: own.id.replace(/\/[^/]*$/, '/undisguised-1') };
  const folder = stopped(own, compared, aCheck('LU-SUCCESS', 'list-users'));
  resumeRun(folder);
  const ids = readFileSync(join(folder, runFile), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => JSON.parse(line).id ?? []);
  expect(ids).toEqual([own.id]);
});

test.each([0, 1])(
  'A use of a token is kept as a whole where a run is resumed: %d judgements are lost.',
  (lost) => {
    const { bearerWorks, apiKeyForm } = aPreflight().facts;
    const schemes = [...(bearerWorks ? ['bearer'] : []), ...(apiKeyForm === null ? [] : ['api-key'])];
    const lines = operationStems.flatMap((operation) => {
      const { line, judgement } = aCase({ requirement: 'AUTH-EXPIRED', operation });
      const ids = schemes.map((scheme) => `AUTH-EXPIRED@${operation}/used-before-its-end-${scheme}-1`);
      return ids.flatMap((id) => [
        { ...line, id },
        { ...judgement, case: id },
      ]);
    });
    const checks = operationStems.map((operation) => aCheck('AUTH-EXPIRED', operation));
    const folder = stopped(...checks, ...lines.slice(0, lines.length - lost));
    resumeRun(folder);
    const kept = readFileSync(join(folder, runFile), 'utf8').match(/"(?:id|case)":"AUTH-EXPIRED@/g) ?? [];
    expect(kept).toHaveLength(lost === 0 ? lines.length : 0);
  },
);
