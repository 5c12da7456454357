import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { issueChallenge, openChallenge } from '../../certificate/challenge.ts';
import { type NamedKey, readPrivateKey } from '../../certificate/keys.ts';
import { jsonFile } from '../../certificate/strict-json.ts';
import { suiteVersion } from '../../settings/suite.ts';
import { command, emptyFolder } from '../cli/command.ts';
import { sharedCertificate } from './certificate.ts';

const hour = 3_600_000;
const certify = ['certify', '--reference', '--key', 'vendor.pem'];
let cwd: string;
let certifier: NamedKey;
let shared: string;

const run = { suite: suiteVersion, profile: 'document', effort: 'standard' };

beforeAll(async () => {
  const ended: (() => void)[] = [];
  shared = (await sharedCertificate()).folder;
  cwd = emptyFolder((then) => ended.push(then));
  for (const name of ['vendor.pem', 'certifier.pem']) await command(['keygen', name], { cwd });
  certifier = readPrivateKey(join(cwd, 'certifier.pem'));
  const write = (name: string, begin: number, implementation = {}): void => {
    const issue = { now: new Date(Date.now() + begin), validMs: 2 * hour, run, implementation };
    writeFileSync(join(cwd, name), jsonFile(issueChallenge(certifier, issue)));
  };
  write('good.json', -hour);
  write('expired.json', -3 * hour);
  write('future.json', hour);
  write('other-product.json', -hour, { product: 'another' });
  const good = readFileSync(join(cwd, 'good.json'), 'utf8');
  writeFileSync(join(cwd, 'tampered.json'), good.replace('"sig": "', '"sig": "AAAA'));
  writeFileSync(join(cwd, 'no-challenge.json'), '{}\n');
  return () => {
    for (const then of ended) then();
  };
}, 900_000);

test('challenge writes a challenge that can be opened, and never over a file.', async () => {
  const args = ['challenge', '--key', 'certifier.pem', '--output', 'new.json', '--product', 'Example Ledger'];
  const made = await command([...args, '--valid-hours', '24'], { cwd });
  expect(made).toMatchObject({ status: 0, stderr: '' });
  expect(made.stdout).toContain(`new.json: a challenge by the key ${certifier.id}, for Example Ledger.`);
  const { challenge, issuer } = openChallenge('new.json', readFileSync(join(cwd, 'new.json')));
  expect(issuer).toBe(certifier.id);
  expect(challenge.implementation).toEqual({ product: 'Example Ledger' });
  expect(Date.parse(challenge.expiresAt) - Date.parse(challenge.issuedAt)).toBe(24 * hour);
  const again = await command(args, { cwd });
  expect(again).toMatchObject({ status: 2, stderr: expect.stringContaining('new.json already exists') });
});

test.for([
  [['challenge', '--key', 'certifier.pem'], '--output'],
  [['challenge', '--key', 'certifier.pem', '--output', 'x', '--valid-hours', '2161'], '--valid-hours'],
  [
    ['challenge', '--key', 'certifier.pem', '--output', 'x', '--effort', 'quick'],
    'nothing less can be certified',
  ],
  [['challenge', '--key', 'certifier.pem', '--output', 'x', '--product', ''], 'take 1 to 200 characters'],
  [[...certify, '--challenge', 'nowhere.json'], '--challenge nowhere.json cannot be read'],
  [[...certify, '--counter-sign', 'x', '--signer', 'y', '--challenge', 'good.json'], 'Leave out --challenge'],
  [['run', '--challenge', 'good.json', '--nonce', 'mine'], 'Leave out --seed and --nonce'],
  [['run', '--challenge', 'good.json', '--resume'], '--resume keeps the --challenge'],
  [['run', '--challenge', 'expired.json'], 'The challenge expired at'],
  [['run', '--challenge', 'tampered.json'], 'tampered.json is not what the key'],
  [['run', '--challenge', 'no-challenge.json'], 'no-challenge.json is not a DSSE envelope'],
] as const)('%j is wrong usage, and is told so.', async ([args, words]) => {
  const { status, stderr } = await command(args, { cwd });
  expect(stderr).toContain(words);
  expect(status).toBe(2);
});

test.for([
  [['--challenge', 'expired.json'], 9, 'The challenge expired at'],
  [['--challenge', 'future.json'], 9, 'which is in the future'],
  [['--challenge', 'tampered.json'], 3, 'tampered.json is not what the key'],
  [['--challenge', 'no-challenge.json'], 3, 'no-challenge.json is not a DSSE envelope'],
  [['--challenge', 'other-product.json'], 7, 'The challenge was issued for the product "another"'],
  [
    ['--challenge', 'good.json', '--certifier-key', 'vendor.pem.pub'],
    3,
    'which is not one of those given as --certifier-key',
  ],
] as const)('certify %j: no run begins, and the status is %d.', async ([args, status, words]) => {
  const ended = await command([...certify, ...args], { cwd });
  expect(ended.stdout.replace(/\s+/g, ' ')).toContain('No certificate was made (');
  expect(ended.stdout.replace(/\s+/g, ' ')).toContain(words);
  expect(ended.stdout).not.toContain('checks');
  expect(ended.status).toBe(status);
});

test('A run that answers a challenge has the seed and the nonce that follow from it.', {
  timeout: 900_000,
}, async () => {
  const args = ['run', '--challenge', 'good.json', '--only', 'LU-SUCCESS@list-users', '--output', 'run'];
  const { status } = await command(args, { cwd });
  expect(status).toBe(0);
  const [header = ''] = readFileSync(join(cwd, 'run', 'run.ndjson'), 'utf8').split('\n');
  const { runNonce, runSeed } = openChallenge('good.json', readFileSync(join(cwd, 'good.json')));
  expect(JSON.parse(header)).toMatchObject({ type: 'run', run: { nonce: runNonce, seed: runSeed } });
});

test.each([
  [['--effort', 'quick'], {}, 'The challenge asks for a run with the effort standard, not quick.'],
  [[], { TARGET_PROFILE: 'canton-3.5' }, 'asks for a run with the profile document, not canton-3.5.'],
  [['--seed', 'chosen'], {}, 'Seed and nonce of a run that answers a challenge follow from it.'],
])(
  'A run that answers a challenge is made as the challenge says: %j with %j is wrong usage.',
  async (args, settings, sentence) => {
    const answer = ['run', '--challenge', 'good.json', ...args];
    const { status, stderr } = await command(answer, { cwd, settings: { ...settings } });
    expect(stderr.replace(/\s+/g, ' ')).toContain(sentence);
    expect(status).toBe(2);
  },
);

test('A challenge asks for an effort and a profile.', async () => {
  const args = ['challenge', '--key', 'certifier.pem', '--effort', 'soak', '--profile', 'canton-3.5'];
  const { stdout } = await command([...args, '--output', 'soak.json'], { cwd });
  expect(stdout).toContain(
    `for a run with version ${suiteVersion}, the profile canton-3.5 and the effort soak`,
  );
  const { challenge } = openChallenge('soak.json', readFileSync(join(cwd, 'soak.json')));
  expect(challenge.run).toEqual({ suite: suiteVersion, profile: 'canton-3.5', effort: 'soak' });
});

test('A finished run is certified as the answer to its challenge, and to no other.', {
  timeout: 900_000,
}, async () => {
  cpSync(join(shared, 'challenge.json'), join(cwd, 'answered.json'));
  const from = [...certify, '--from', join(shared, 'conformance-results')];
  const other = await command([...from, '--challenge', 'good.json', '--bundle', 'other'], { cwd });
  expect(other.stdout).toContain(
    'No certificate was made (required set): The run does not answer the challenge',
  );
  expect(other.status).toBe(7);
  const certifiers = ['--certifier-key', join(shared, 'certifier.pem.pub')];
  const answer = ['--challenge', 'answered.json', ...certifiers, '--bundle', 'own.zip'];
  const own = await command([...from, ...answer], { cwd });
  expect(own).toMatchObject({ status: 0, stdout: expect.stringContaining('assurance: challenged') });
  const [, pasted = ''] = own.stdout.match(/^verify it: ledger-conformance (.*)$/m) ?? [];
  expect(pasted).toContain('--key vendor.pem.pub --certifier-key ');
  expect((await command(pasted.split(' '), { cwd })).stdout).toMatch(
    /assurance: challenged by the\s+certifier/,
  );

  const verify = ['verify', 'own.zip', '--key', 'vendor.pem.pub'];
  const known = ['--certifier-key', join(shared, 'certifier.pem.pub'), '--assurance', 'challenged'];
  const { stdout, status } = await command([...verify, ...known], { cwd });
  expect(stdout.replace(/\s+/g, ' ')).toContain('assurance: challenged by the certifier');
  expect(status).toBe(0);
  const unknown = await command([...verify, '--certifier-key', 'certifier.pem.pub'], { cwd });
  expect(unknown.stdout.replace(/\s+/g, ' ')).toMatch(
    /assurance: self-declared \(challenged by an unknown key [\w-]{43};/,
  );
  expect(unknown.status).toBe(0);
});
