import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judge } from '../../cli/commands/judge.ts';
import { merge } from '../../cli/commands/merge.ts';
import { report } from '../../cli/commands/report.ts';
import { exchangesFile, runFile } from '../../journal/journal.ts';
import { toStored } from '../../journal/stored-exchange.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { aCase, aHeader, aPreflight } from '../reports/journal-fixture.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A results folder whose case has these members in place of its own. */
function folderWith(change: object): string {
  const folder = temporaryFolder();
  const { line, judgement, exchanges } = aCase({ requirement: 'LU-SUCCESS', operation: 'list-users' });
  const lines = [aHeader(), aPreflight(), { ...line, ...change }, judgement];
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

test.each(
  commands.flatMap(([name, act]) =>
    [{ wrong: {} }, { operation: '' }].map((change) => ({ name, act, change })),
  ),
)('$name of a journal with $change says which line was changed.', async ({ act, change }) => {
  const problem = await Promise.resolve()
    .then(() => act(folderWith(change)))
    .catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(UsageError);
  expect((problem as UsageError).problems.join(' ')).toMatch(
    /The journal in \S+ was changed or damaged: evidence\/run\.ndjson, line \d+/,
  );
});
