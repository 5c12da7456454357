import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readPublicKey } from '../../certificate/keys.ts';
import { hasOpenssl } from '../attack/openssl-folder.ts';
import { forAuthorities, withAuthority } from '../attack/timestamp-authority.ts';
import { transparencyLog } from '../attack/transparency-log.ts';
import { command, emptyFolder } from '../cli/command.ts';
import { type Certificate, sharedCertificate, text } from './certificate.ts';

let made: Certificate;
let bundle: string;
let key: string;

beforeAll(async () => {
  made = await sharedCertificate();
  bundle = join(made.folder, 'certificate');
  key = join(made.folder, 'vendor.pem.pub');
}, 900_000);

test('A timestamp and a log entry are attached to a copy of a bundle, and verified with root and key.', {
  timeout: 900_000,
}, async ({ skip }) => {
  if (!hasOpenssl) skip('openssl is not installed');
  const cwd = emptyFolder();
  const written = await command(['attach', bundle, '--write-signature', 'signature.bin'], { cwd });
  expect(written).toEqual({
    status: 0,
    stdout: `signature.bin: the signature of "${made.key.id}"\n`,
    stderr: '',
  });
  withAuthority({ below: forAuthorities }, (authority) => {
    writeFileSync(join(cwd, 'reply.tsr'), authority.stamp(readFileSync(join(cwd, 'signature.bin'))));
    writeFileSync(join(cwd, 'root.pem'), authority.root);
  });
  const log = transparencyLog();
  const entry = log.entry(JSON.parse(text(made.files, 'statement.dsse.json')), made.key.key);
  writeFileSync(join(cwd, 'entry.json'), JSON.stringify(entry));
  writeFileSync(join(cwd, 'log.pem'), log.publicKey.export({ type: 'spki', format: 'pem' }));

  const both = ['--timestamp', 'reply.tsr', '--log-entry', 'entry.json', '--bundle', 'with.zip'];
  const attached = await command(['attach', bundle, ...both], { cwd });
  expect(attached.stderr).toBe('');
  expect(attached.stdout.replaceAll(/\s+/g, ' ')).toContain(
    `with.zip: timestamps/${made.key.id}.tst, about the signature of ${made.key.id}`,
  );

  const unchecked = await command(['verify', 'with.zip', '--key', key], { cwd });
  expect(unchecked.status).toBe(0);
  expect(unchecked.stdout.replaceAll(/\s+/g, ' ')).toContain(
    `timestamp of ${made.key.id}: present, not checked; check it with --timestamp-root`,
  );
  expect(unchecked.stdout.replaceAll(/\s+/g, ' ')).toContain(
    `log entry of ${made.key.id}: present, not checked; check it with --log-key`,
  );

  const trust = ['--timestamp-root', 'root.pem', '--log-key', 'log.pem'];
  const checked = await command(['verify', 'with.zip', '--key', key, ...trust], { cwd });
  expect(checked.status).toBe(0);
  expect(checked.stdout).toMatch(/^timestamp of \S+:\s+\d{4}-\S+Z,\s+says\s+O=Example,\s+CN=authority$/m);
  expect(checked.stdout).toMatch(
    /^log entry of \S+:\s+\d{4}-\S+Z,\s+says\s+entry\s+1002\s+of\s+log\.example\s+-\s+42$/m,
  );

  const json = await command(
    ['verify', 'with.zip', '--key', key, '--log-key', 'log.pem', '--format', 'json'],
    {
      cwd,
    },
  );
  expect(JSON.parse(json.stdout).attachments).toEqual([
    {
      kind: 'log-entry',
      signer: made.key.id,
      checked: true,
      by: 'entry 1002 of log.example - 42',
      at: expect.stringMatching(/^\d{4}-.*Z$/),
    },
    { kind: 'timestamp', signer: made.key.id, checked: false, by: null, at: null },
  ]);

  const without = await command(['verify', bundle, '--key', key, '--timestamp-root', 'root.pem'], { cwd });
  expect(without.status).toBe(6);
  expect(without.stdout + without.stderr).toContain('rejected (timestamp): The bundle has no timestamp');
});

test('What is about another signature is not attached, with status 6.', async () => {
  const cwd = emptyFolder();
  const entry = transparencyLog().entry(JSON.parse(text(made.files, 'test-result.dsse.json')), made.key.key);
  writeFileSync(join(cwd, 'entry.json'), JSON.stringify(entry));
  const { status, stdout, stderr } = await command(
    ['attach', bundle, '--log-entry', 'entry.json', '--bundle', 'with'],
    { cwd },
  );
  expect(status).toBe(6);
  expect((stdout + stderr).replaceAll(/\s+/g, ' ')).toContain(
    'nothing was attached (log entry): entry.json is about another envelope than the one of the bundle',
  );
});

test.for([
  [['attach', 'B'], 'There is nothing to attach'],
  [['attach', 'B', '--timestamp', 'x'], 'x cannot be read'],
  [['attach', 'B', '--timestamp', 'here'], '--bundle PATH is missing'],
  [['attach', 'nothing', '--timestamp', 'here', '--bundle', 'y'], 'nothing does not exist. Give the folder'],
  [['attach', 'B', '--write-signature', 'here'], 'here exists or cannot be written'],
  [['attach', 'B', '--write-signature', 'new', '--signer', 'stranger.pem.pub'], 'did not sign this bundle'],
  [['verify', 'B', '--key', 'KEY', '--timestamp-root', 'here'], 'here has no certificate'],
  [['verify', 'B', '--key', 'KEY', '--timestamp-root', 'x'], 'x cannot be read'],
  [
    ['verify', 'B', '--key', 'KEY', '--log-key', 'here'],
    'here has no usable key. Give the public key of the log',
  ],
  [['verify', 'B', '--key', 'KEY', '--log-key', 'stranger.pem'], 'stranger.pem is a private key'],
] as const)('Wrong usage has status 2: %s', async ([args, sentence]) => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'here'), 'hello');
  await command(['keygen', 'stranger.pem'], { cwd });
  const places: Readonly<Record<string, string>> = { B: bundle, KEY: key };
  const filled = args.map((arg) => places[arg] ?? arg);
  const { status, stderr } = await command(filled, { cwd });
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(sentence);
  expect(status).toBe(2);
});

test('Of a bundle with several signatures, --signer says which is written.', {
  timeout: 900_000,
}, async () => {
  const cwd = emptyFolder();
  await command(['keygen', 'other.pem'], { cwd });
  const more = ['--signer', key, '--key', 'other.pem', '--bundle', 'two'];
  expect((await command(['certify', '--counter-sign', bundle, ...more], { cwd })).status).toBe(0);
  const unsaid = await command(['attach', 'two', '--write-signature', 'signature.bin'], { cwd });
  expect(unsaid.status).toBe(2);
  expect(unsaid.stderr).toContain('several signatures');
  const args = ['--write-signature', 'signature.bin', '--signer', 'other.pem.pub'];
  const { status, stdout } = await command(['attach', 'two', ...args], { cwd });
  expect(status).toBe(0);
  expect(stdout).toContain(readPublicKey(join(cwd, 'other.pem.pub')).id);
});
