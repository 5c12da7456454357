import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { allChecks } from '../../checks/checks.ts';
import { startReference } from '../../reference/start.ts';
import { requirement } from '../../requirements/catalogue.ts';
import { command, emptyFolder } from '../cli/command.ts';
import { textOf } from './documents.ts';

// Where one of these fails, the page has to be recorded again: npm run build && node tests/docs/record-first-five-minutes.mjs
const page = textOf('docs/first-five-minutes.md');

/** What the page shows of each command, by the line that was typed. */
const recorded = [...page.matchAll(/^```text\n\$ (.+)\n([\s\S]*?)^```$/gm)].map(
  ([, typed = '', said = '']) => ({
    typed,
    said: said.trim(),
  }),
);

function saidBy(typed: string): string[] {
  return recorded.filter((each) => each.typed === typed).map(({ said }) => said);
}

test('The recording has the steps of a newcomer in their order.', () => {
  expect(recorded.map(({ typed }) => typed.split(' ')[1])).toEqual([
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

test('The options that were typed are those of the commands.', { timeout: 60_000 }, async () => {
  for (const { typed } of recorded) {
    const [, name = '', ...rest] = typed.split(' ');
    const { stdout } = await command(['help', name], { cwd: emptyFolder() });
    for (const option of rest.filter((each) => each.startsWith('--')))
      expect(stdout, typed).toContain(option);
  }
});

test('No line is wider than 80 columns but those that are there to be pasted.', () => {
  const wide = recorded
    .flatMap(({ said }) => said.split('\n'))
    .filter((line) => line.length > 80 && !/^ {2}(?:curl|again) | {14}|^ +https:/.test(line));
  expect(wide).toEqual([]);
});

test('The runs end with the numbers of the checks there are.', () => {
  const musts = allChecks.filter((check) => requirement(check.requirement).level === 'MUST').length;
  const runs = saidBy('ledger-conformance run');
  expect(runs).toHaveLength(3);
  for (const said of runs) {
    expect(said).toContain(`conformant (${musts} of ${musts} MUST`);
    const [counts = ''] = /^\d+ passed,.*$/m.exec(said) ?? [];
    const results = counts.split(';')[0]?.match(/\d+/g) ?? [];
    expect(results.reduce((sum, each) => sum + Number(each), 0)).toBe(allChecks.length);
  }
});

test('explain says what the recording shows.', { timeout: 60_000 }, async () => {
  const { stdout } = await command(['explain', 'GT-REQ-SYNCHRONIZER'], { cwd: emptyFolder() });
  expect([stdout.trim()]).toEqual(saidBy('ledger-conformance explain GT-REQ-SYNCHRONIZER'));
});

test('doctor says what the recording shows.', { timeout: 60_000 }, async () => {
  const server = await startReference();
  onTestFinished(() => server.close());
  const { TARGET_PARTICIPANT_UIDS: _left, ...settings } = server.environment;
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'execute.json'), JSON.stringify(server.executeRequest));
  const { stdout } = await command(['doctor'], {
    cwd,
    settings: { ...settings, TARGET_EXECUTE_REQUEST: 'execute.json' },
  });
  const said = stdout.replace(server.baseUrl, 'http://127.0.0.1:7575').trim();
  expect([said]).toEqual(saidBy('ledger-conformance doctor'));
});
