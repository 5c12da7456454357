import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { manifestFile, sha256 } from '../../certificate/manifest.ts';
import { command, emptyFolder } from '../cli/command.ts';
import { sharedCertificate } from './certificate.ts';

let cwd: string;
let key: string;
let bundle: string;

beforeAll(async () => {
  const ended: (() => void)[] = [];
  cwd = emptyFolder((then) => ended.push(then));
  const { folder } = await sharedCertificate();
  [key, bundle] = [join(folder, 'vendor.pem'), join(folder, 'certificate')];
  await command(['keygen', 'stranger.pem'], { cwd });
  writeFileSync(join(cwd, 'build.jar'), 'the build');
  return () => {
    for (const then of ended) then();
  };
}, 900_000);

async function said(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await command(args, { cwd });
  return `${status} ${stdout}${stderr}`.replace(/\s+/g, ' ');
}

test('A list begins empty, keeps what was revoked, and its certificates are rejected with 10.', {
  timeout: 900_000,
}, async () => {
  const revoke = ['revoke', '--key', key, '--status', 'revoked.json'];
  const verify = ['verify', bundle, '--key', `${key}.pub`, '--status', 'revoked.json'];
  expect(await said(...revoke)).toMatch(/^0 revoked\.json: 0 revoked, 0 of them now;/);
  expect(await said(...verify)).toMatch(/^0 valid: .*not revoked: by revoked\.json of \S+, signed by /);
  const other = '0'.repeat(64);
  expect(await said(...revoke, '--digest', other, '--reason', 'a test')).toMatch(
    /^0 .*: 1 revoked, 1 of them now/,
  );
  const wrong = ['--bundle', bundle, '--reason', 'the wrong build'];
  expect(await said(...revoke, ...wrong)).toMatch(/^0 .*: 2 revoked, 1 of them now/);
  expect(await said(...revoke, ...wrong)).toMatch(/^0 .*: 2 revoked, 0 of them now/);
  expect(await said(...verify)).toMatch(
    /^10 rejected \(revoked\): The certificate was revoked at .*: the wrong build $/,
  );
  const { payload } = JSON.parse(readFileSync(join(cwd, 'revoked.json'), 'utf8')) as { payload: string };
  const { revoked } = JSON.parse(Buffer.from(payload, 'base64').toString()) as {
    revoked: readonly { sha256: string; reason: string }[];
  };
  const manifest = readFileSync(join(bundle, manifestFile));
  expect(revoked.map((each) => [each.sha256, each.reason])).toEqual([
    [other, 'a test'],
    [sha256(manifest), 'the wrong build'],
  ]);
});

test('A challenge is revoked with everything that answers it, and nothing else.', {
  timeout: 900_000,
}, async () => {
  const { folder } = await sharedCertificate();
  const challenge = join(folder, 'challenge.json');
  const why = ['--challenge', challenge, '--reason', 'sent to the wrong vendor'];
  expect(await said('revoke', '--key', key, '--status', 'runs.json', ...why)).toMatch(/^0 .*: 1 revoked/);
  const verify = (of: string): Promise<string> =>
    said('verify', join(folder, of), '--key', `${key}.pub`, '--status', 'runs.json');
  expect(await verify('certificate')).toMatch(/^0 valid: /);
  expect(await verify('challenged')).toMatch(
    /^10 rejected \(revoked\): The challenge that the run answers was revoked at .*: sent to the wrong vendor $/,
  );
});

test('The list of another key is neither added to nor believed.', async () => {
  const revoke = (by: string): Promise<string> => said('revoke', '--key', by, '--status', 'other.json');
  expect(await revoke('stranger.pem')).toMatch(/^0 /);
  expect(await revoke(key)).toMatch(/^2 other\.json is the list of another key, [\w-]{43}\./);
  const verify = ['verify', bundle, '--key', `${key}.pub`, '--status', 'other.json'];
  expect(await said(...verify)).toMatch(
    /^3 rejected \(signature\): other\.json is signed by .* who may not revoke/,
  );
});

test.for([
  [['--bundle', 'nothing', '--reason', 'x'], 'nothing does not exist. Give the folder'],
  [['--digest', 'ABC', '--reason', 'x'], '--digest ABC is not a SHA-256'],
  [['--digest', '0'.repeat(64)], '--reason TEXT is missing'],
  [['--digest', '0'.repeat(64), '--reason', 'x'.repeat(201)], '--reason TEXT is missing or too long'],
  [['--reason', 'x'], '--reason without --bundle, --digest or --challenge'],
  [['--valid-days', '401'], '--valid-days'],
] as const)('revoke %j is wrong usage, and is told so.', async ([args, words]) => {
  const { status, stderr } = await command(
    ['revoke', '--key', 'stranger.pem', '--status', 'x.json', ...args],
    { cwd },
  );
  expect(stderr).toContain(words);
  expect(status).toBe(2);
});

test('A certificate is about the artifacts that were tested: files, and images by their digests.', {
  timeout: 900_000,
}, async () => {
  const { folder } = await sharedCertificate();
  const image = `registry.example/ledger@sha256:${'a'.repeat(64)}`;
  const from = ['certify', '--reference', '--key', key, '--from', join(folder, 'conformance-results')];
  const made = await said(...from, '--artifact', 'build.jar', '--artifact', image, '--bundle', 'about.zip');
  expect(made).toMatch(
    /^0 .*artifact: build\.jar, SHA-256 \w{64} artifact: registry\.example\/ledger, SHA-256 a{64} /,
  );
  const verify = ['verify', 'about.zip', '--key', `${key}.pub`];
  expect(await said(...verify, '--artifact', 'build.jar', '--artifact', `sha256:${'a'.repeat(64)}`)).toMatch(
    /^0 valid: .*artifact: "build\.jar", SHA-256/,
  );
  writeFileSync(join(cwd, 'build.jar'), 'another build');
  expect(await said(...verify, '--artifact', 'build.jar')).toMatch(
    /^5 rejected \(integrity\): The certificate is not about build\.jar with the SHA-256 /,
  );
  for (const [given, words] of [
    [['nowhere.jar'], 'is neither a file nor a digest'],
    [[`sha256:${'A'.repeat(64)}`], 'is neither a file nor a digest'],
    [['build.jar', `build.jar@sha256:${'b'.repeat(64)}`], 'would have the name build.jar'],
    [[`manifest.json@sha256:${'b'.repeat(64)}`], 'would have the name manifest.json'],
  ] as const)
    expect(await said(...from, ...given.flatMap((each) => ['--artifact', each]))).toMatch(
      new RegExp(`^2 .*${words}`),
    );
});

test('The assurance to demand is one of four.', async () => {
  const verify = ['verify', bundle, '--key', `${key}.pub`, '--assurance', 'certified'];
  expect(await said(...verify)).toMatch(
    /^2 --assurance takes one of self-declared, challenged, challenged-in-time, witnessed\./,
  );
});
