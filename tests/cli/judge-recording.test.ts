import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { judge } from '../../cli/commands/judge.ts';
import { temporaryFolder } from '../reports/temporary-folder.ts';

const lines = readFileSync(new URL('../recorded/canton-3.5.ndjson', import.meta.url), 'utf8').split('\n');

async function said(records: readonly string[]): Promise<string> {
  const path = join(temporaryFolder(), 'recording.ndjson');
  writeFileSync(path, records.join('\n'));
  const written: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  try {
    await judge(path, {});
  } finally {
    spy.mockRestore();
  }
  return written.join('');
}

test('A recording says why exchanges are left out, grouped, and counts in the singular too.', async () => {
  const valid = lines.find((line) => line.includes('"users.ok.default"')) ?? '';
  const other = (name: string): string =>
    valid
      .replace('users.ok.default', name)
      .replace('"op": "list-users"', '"op": "other"')
      .replace('/v2/users', '/v2/other');
  const text = await said([valid, ...['a', 'b', 'c', 'd', 'e', 'f'].map(other)]);
  expect(text).toContain(
    'Not judged: 6 exchanges\n  6: no operation of the interface\n    a, b, c, d, e and 1 more\n',
  );
  expect(text).toMatch(/Judged 1 exchange under the profile document: \d+ findings?, 0 warnings\.\n/);
});
