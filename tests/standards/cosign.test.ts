import { spawnSync } from 'node:child_process';
import { createHash, type KeyObject } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { transparencyLog } from '../attack/transparency-log.ts';
import { command } from '../cli/command.ts';
import { documented } from './documented.ts';
import { published } from './published.ts';

/** COSIGN names the program if it is not on the PATH. */
const cosign = process.env.COSIGN ?? 'cosign';
const isThere = spawnSync(cosign, ['version']).status === 0;
const reason = 'cosign is not installed; install it, or name it in COSIGN';

/** Runs a line of the document, in which the program has its usual name. */
function shell(line: string, cwd: string): { readonly status: number | null; readonly said: string } {
  const PATH = `${cosign.includes('/') ? `${dirname(cosign)}:` : ''}${process.env.PATH}`;
  const env = { ...process.env, PATH, SIGSTORE_NO_CACHE: 'true', HOME: cwd };
  const { status, stdout, stderr } = spawnSync('bash', ['-euc', line], { cwd, env, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}

/** The commands of the document, with lines that go on put together. */
const lines = documented('cosign', 'sh').replaceAll('\\\n', ' ').trim().split('\n');
const [unpack = '', verdict = '', testResult = '', digests = ''] = lines;

test.for(['ed25519', 'p-256'])(
  'cosign accepts both statements of a bundle that an %s key signed, by the documented commands.',
  async (type, { skip }) => {
    if (!isThere) skip(reason);
    const { cwd } = await published(type);
    expect(lines).toHaveLength(4);
    expect(shell(unpack, cwd).status).toBe(0);
    for (const line of [verdict, testResult]) {
      const { status, said } = shell(line, cwd);
      expect(said).toContain('Verified OK');
      expect(status).toBe(0);
    }
    expect(shell(digests, cwd)).toEqual({ status: 0, said: '' });
  },
);

test('cosign refuses another blob, another key and another kind of statement.', async ({ skip }) => {
  if (!isThere) skip(reason);
  const { cwd } = await published('p-256');
  const other = await published('p-256');
  shell(unpack, cwd);
  const otherKey = join(other.cwd, 'vendor.pem.pub');
  for (const [line, sentence] of [
    [verdict.replace('/manifest.json', '/report.json'), 'no matching subject digest'],
    [verdict.replace('vendor.pem.pub', otherKey), 'accepted signatures do not match threshold'],
    [verdict.replace('/statement.dsse', '/test-result.dsse'), 'invalid predicate type'],
  ] as const) {
    const { status, said } = shell(line, cwd);
    expect(said).toContain(sentence);
    expect(status).not.toBe(0);
  }
});

test.for(['ed25519', 'p-256'])(
  'cosign accepts the file of a log entry about a signature of an %s key, of a log that it trusts, offline.',
  async (type, { skip }) => {
    if (!isThere) skip(reason);
    const { cwd, key, keyId } = await published(type);
    shell(unpack, cwd);
    const { log, entry } = loggedIn(cwd, key);
    writeFileSync(join(cwd, 'entry.json'), JSON.stringify(entry));
    writeFileSync(join(cwd, 'root.json'), JSON.stringify(trustedRoot(log)));
    const args = ['attach', 'example', '--log-entry', 'entry.json', '--bundle', 'logged'];
    expect(await command(args, { cwd })).toMatchObject({ status: 0, stderr: '' });
    const [line = ''] = documented('cosign', 'sh', 1).replaceAll('\\\n', ' ').trim().split('\n');
    const filled = line
      .replace('KEY.sigstore.json', `${keyId}.sigstore.json`)
      .replace('example/log', 'logged/log');
    const trusting = filled.replace(' --type', ' --trusted-root root.json --type');
    expect(shell(trusting, cwd).said).toContain('Verified OK');
    writeFileSync(join(cwd, 'root.json'), JSON.stringify(trustedRoot(transparencyLog().publicKey)));
    expect(shell(trusting, cwd).status).not.toBe(0);
  },
);

function loggedIn(cwd: string, key: KeyObject): { log: KeyObject; entry: object } {
  const log = transparencyLog();
  const envelope = JSON.parse(readFileSync(join(cwd, 'example/statement.dsse.json'), 'utf8'));
  return { log: log.publicKey, entry: log.entry(envelope, key) };
}

/** A Sigstore trusted root with nothing but this log. */
function trustedRoot(log: KeyObject): object {
  const spki = log.export({ type: 'spki', format: 'der' });
  const publicKey = {
    rawBytes: spki.toString('base64'),
    keyDetails: 'PKIX_ECDSA_P256_SHA_256',
    validFor: { start: '2020-01-01T00:00:00Z' },
  };
  const logId = { keyId: createHash('sha256').update(spki).digest('base64') };
  return {
    mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
    tlogs: [{ baseUrl: 'https://log.example', hashAlgorithm: 'SHA2_256', publicKey, logId }],
    certificateAuthorities: [],
    ctlogs: [],
    timestampAuthorities: [],
  };
}

test('A file that is not the one of the manifest is found by the documented command.', async () => {
  const { cwd } = await published('ed25519');
  shell(unpack, cwd);
  const path = join(cwd, 'example', 'report.json');
  writeFileSync(path, `${readFileSync(path, 'utf8')} `);
  const { status, said } = shell(digests, cwd);
  expect(said).toContain('report.json: FAILED');
  expect(status).not.toBe(0);
});
