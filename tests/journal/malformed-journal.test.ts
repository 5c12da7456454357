import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compare } from '../../cli/commands/compare.ts';
import { judge } from '../../cli/commands/judge.ts';
import { merge, report } from '../../cli/commands/report.ts';
import { run } from '../../cli/commands/run.ts';
import { exchangesFile, runFile } from '../../journal/journal.ts';
import { toStored } from '../../journal/stored-exchange.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { aCase, aCheck, aHeader, aPreflight } from '../reports/journal-fixture.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A results folder whose case has these members in place of its own. */
function folderWith(change: object): string {
  const folder = temporaryFolder();
  const { line, judgement, exchanges } = aCase({ requirement: 'LU-SUCCESS', operation: 'list-users' });
  const check = aCheck('LU-SUCCESS', 'list-users');
  const lines = [aHeader(), aPreflight(), { ...line, ...change }, judgement, check];
  writeFileSync(join(folder, runFile), lines.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const stored = exchanges.map((each) => `${JSON.stringify(toStored(each))}\n`);
  writeFileSync(join(folder, exchangesFile), stored.join(''));
  return folder;
}

const commands: readonly (readonly [name: string, act: (folder: string) => unknown])[] = [
  ['report', (folder) => report(folder, {})],
  ['judge', (folder) => judge(folder, {})],
  ['merge', (folder) => merge([folder], { output: join(temporaryFolder(), 'merged') })],
];

const changed = /The journal in \S+ was changed or damaged: evidence\/run\.ndjson, line \d+/;

async function problemOf(act: () => unknown): Promise<string> {
  const problem = await Promise.resolve()
    .then(act)
    .catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(UsageError);
  return (problem as UsageError).problems.join(' ');
}

test.each(
  commands.flatMap(([name, act]) =>
    [{ wrong: {} }, { operation: '' }].map((change) => ({ name, act, change })),
  ),
)('$name of a journal with $change says which line was changed.', async ({ act, change }) => {
  expect(await problemOf(() => act(folderWith(change)))).toMatch(changed);
});

/** A results folder with the report of its run, whose journal was changed afterwards. */
async function reportedFolderWith(change: object): Promise<string> {
  const folder = folderWith({});
  await report(folder, {});
  copyFileSync(join(folderWith(change), runFile), join(folder, runFile));
  return folder;
}

test.each([
  ['compare', (folder: string) => compare(folder, folder, { format: 'json' })],
  ['run --resume', (folder: string) => run({ resume: true, output: folder })],
])('%s of a run whose journal was changed says which line.', async (_, act) => {
  const folder = await reportedFolderWith({ wrong: {}, attempts: [null] });
  expect(await problemOf(() => act(folder))).toMatch(changed);
});

test.each([[5], ['0/0'], ['1/0'], ['1/999999'], [['1/2']]])(
  'A run cannot be merged as the shard %j.',
  async (shard) => {
    const folder = folderWith({});
    const [first = '', ...rest] = readFileSync(join(folder, runFile), 'utf8').split('\n');
    const header = JSON.parse(first) as { readonly run: object };
    const lines = [JSON.stringify({ ...header, run: { ...header.run, shard } }), ...rest];
    writeFileSync(join(folder, runFile), lines.join('\n'));
    const output = join(temporaryFolder(), 'merged');
    expect(await problemOf(() => merge([folder, folder], { output }))).toMatch(/is no shard that there is/);
  },
);
