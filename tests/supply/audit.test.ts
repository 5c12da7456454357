import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '../cli/command.ts';
import { root, textOf } from '../docs/documents.ts';

/** What the audit of .ci/run says and ends with, where npm answers so. */
function audited(answer: string): { said: string; status: number | null } {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'answer.json'), answer);
  writeFileSync(join(cwd, 'npm'), `#!/bin/sh\n[ "$1" = audit ] && cat "${cwd}/answer.json"\nexit 1\n`, {
    mode: 0o755,
  });
  const { PATH = '' } = process.env;
  const { stdout, status } = spawnSync(process.execPath, [join(root, '.ci/audit.mjs')], {
    env: { PATH: `${cwd}${delimiter}${PATH}` },
    encoding: 'utf8',
  });
  return { said: stdout, status };
}

const counted = (total: number) =>
  JSON.stringify({ vulnerabilities: { left: {} }, metadata: { vulnerabilities: { total } } });

test.each([
  ['nothing is known', counted(0), 0, 'no known vulnerabilities'],
  ['one is known', counted(1), 1, '1 known vulnerabilities: left. Run `npm audit --omit=dev`.'],
  [
    'the registry has no such service',
    '{"statusCode":405,"error":{}}',
    0,
    'the registry gave no answer (E405)',
  ],
  [
    'the registry is out of reach',
    '{"error":{"code":"ENOTFOUND"}}',
    0,
    'the registry gave no answer (ENOTFOUND)',
  ],
  ['npm fails otherwise', '{"error":{"code":"ENOLOCK"}}', 1, 'ENOLOCK'],
  ['npm says nothing', '', 1, 'npm gave no answer'],
])('Where %s, the audit says so in a sentence.', (_, answer, status, sentence) => {
  const audit = audited(answer);
  expect(audit.said).toContain(sentence);
  expect(audit.status).toBe(status);
});

test('What a submission must pass has the audit as a step.', () => {
  expect(textOf('.ci/run')).toMatch(/^step node \.ci\/audit\.mjs$/m);
});
