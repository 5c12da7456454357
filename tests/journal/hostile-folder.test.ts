import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evidenceOf } from '../../certificate/make-bundle.ts';
import { judge } from '../../cli/commands/judge.ts';
import { report } from '../../cli/commands/report.ts';
import { exchangesFile, runFile } from '../../journal/journal.ts';
import { writeWhole } from '../../journal/open-regular.ts';
import { readNights } from '../../reports/history/history.ts';
import { readReport } from '../../reports/report/report-file.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { aHeader } from '../reports/journal-fixture.ts';
import { temporaryFile, temporaryFolder } from './temporary-folder.ts';

/** The problems that a function reports. */
async function problemsOf(act: () => unknown): Promise<string> {
  try {
    await act();
  } catch (error) {
    if (error instanceof UsageError) return error.problems.join(' ');
    throw error;
  }
  return '';
}

/** A results folder with this journal. */
function folderWith(profile: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, runFile), `${JSON.stringify({ ...aHeader(), profile })}\n`);
  writeFileSync(join(folder, exchangesFile), '');
  return folder;
}

const commands: readonly (readonly [name: string, act: (folder: string) => unknown])[] = [
  ['report', (folder) => report(folder, {})],
  ['judge', (folder) => judge(folder, {})],
];

test.each(commands)('%s opens no file that a journal names as its profile.', async (_name, act) => {
  // A profile that would be taken, if it was opened.
  const profile = readFileSync(new URL('../../profiles/document.json', import.meta.url), 'utf8');
  const path = temporaryFile(profile, 'somewhere-else.json');
  const problems = await problemsOf(() => act(folderWith(path)));
  expect(problems).toContain('--profile FILE');
});

test.each(commands.flatMap(([name, act]) => [runFile, exchangesFile].map((file) => ({ name, act, file }))))(
  '$name follows no link at $file, and does not wait for a pipe.',
  async ({ act, file }) => {
    const folder = folderWith('document');
    const path = join(folder, file);
    const elsewhere = join(temporaryFolder(), 'elsewhere');
    renameSync(path, elsewhere);
    symlinkSync(elsewhere, path);
    expect(await problemsOf(() => act(folder))).toContain(`${path} is a link or not a regular file`);
    expect(await problemsOf(() => evidenceOf(folder))).toContain('is a link or not a regular file');
    renameSync(path, `${path}.link`);
    execFileSync('mkfifo', [path]);
    expect(await problemsOf(() => act(folder))).toContain(`${path} is a link or not a regular file`);
  },
);

test('A report.json is read through a link if the user names it, not if a folder contains it.', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'night'));
  const link = join(folder, 'night', 'report.json');
  symlinkSync(temporaryFile('{}'), link);
  expect(await problemsOf(() => readReport(link))).toContain('is not a report of this version');
  expect(await problemsOf(() => readReport(join(folder, 'night')))).toContain('is a link');
  expect(await problemsOf(() => readNights(folder))).toContain('is a link');
});

test('A link with the name of the temporary file does not lead to where it points.', () => {
  const folder = temporaryFolder();
  const precious = temporaryFile('precious');
  const path = join(folder, 'report.json');
  symlinkSync(precious, `${path}.${process.pid}.tmp`);
  writeWhole(path, ['new']);
  expect(readFileSync(precious, 'utf8')).toBe('precious');
  expect(readFileSync(path, 'utf8')).toBe('new');
});
