import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { command, emptyFolder } from '../cli/command.ts';
import { sharedCertificate } from './certificate.ts';

const rows: readonly (readonly [
  name: string,
  status: number,
  words: string,
  file: 'run' | 'exchanges',
  edit: (text: string) => string,
])[] = [
  [
    'an interrupted run',
    5,
    'The run was interrupted.',
    'run',
    (text) => text.replace('"ended":"complete"', '"ended":"interrupted"'),
  ],
  [
    'altered answers',
    5,
    'The exchanges have changed',
    'exchanges',
    (text) => text.replace('"status":400', '"status":200'),
  ],
  ['a line that no run writes', 6, 'evidence/run.ndjson, line 1,', 'run', (text) => `{}\n${text}`],
  [
    'another document',
    7,
    'judged by another document',
    'run',
    (text) => text.replace(/"document":\{"sha256":"\w{64}/, `"document":{"sha256":"${'0'.repeat(64)}`),
  ],
  [
    'a narrowed run',
    3,
    'The run was narrowed by --only',
    'run',
    (text) => text.replace('"only":null', '"only":"list-users,generate-topology,execute-submission"'),
  ],
  [
    'a token in the evidence',
    9,
    'evidence/run.ndjson contains a JWT',
    'run',
    (text) =>
      text.replace(
        /"userId":"[^"]*"/,
        `"userId":"eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.${'c'.repeat(43)}"`,
      ),
  ],
];

test.for(rows)(
  '%s is not signed: certify has the status and the sentence of verify.',
  { timeout: 900_000 },
  async ([, status, words, file, edit]) => {
    const { folder } = await sharedCertificate();
    const cwd = emptyFolder();
    cpSync(join(folder, 'conformance-results'), join(cwd, 'results'), { recursive: true });
    const path = join(cwd, 'results', `${file}.ndjson`);
    const before = readFileSync(path, 'utf8');
    writeFileSync(path, edit(before));
    expect(edit(before)).not.toBe(before);
    const key = join(folder, 'vendor.pem');
    const args = ['certify', '--reference', '--key', key, '--from', 'results', '--bundle', 'signed'];
    const ended = await command(args, { cwd });
    expect(`${ended.stdout}${ended.stderr}`.replace(/\s+/g, ' ')).toContain(words);
    expect(ended.status).toBe(status);
    expect(existsSync(join(cwd, 'signed'))).toBe(false);
  },
);

test('A bundle that verify rejects is not counter-signed.', { timeout: 900_000 }, async () => {
  const { folder } = await sharedCertificate();
  const cwd = emptyFolder();
  cpSync(join(folder, 'certificate'), join(cwd, 'given'), { recursive: true });
  writeFileSync(join(cwd, 'given', 'waivers.json'), '[ ]\n');
  const key = join(folder, 'vendor.pem');
  const args = [
    'certify',
    '--counter-sign',
    'given',
    '--signer',
    `${key}.pub`,
    '--key',
    key,
    '--bundle',
    'signed',
  ];
  const { status, stdout } = await command(args, { cwd });
  expect(stdout).toContain('not signed: given is rejected (integrity)');
  expect(status).toBe(5);
  expect(existsSync(join(cwd, 'signed'))).toBe(false);
});
