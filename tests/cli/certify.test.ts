import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { startReference } from '../../reference/start.ts';
import { readReport } from '../../reports/report/report-file.ts';
import { command, emptyFolder } from './command.ts';

let cwd: string;
beforeAll(async () => {
  const ended: (() => void)[] = [];
  cwd = emptyFolder((then) => ended.push(then));
  await command(['keygen', 'key.pem'], { cwd });
  return () => {
    for (const then of ended) then();
  };
});

test('keygen never writes over a key.', async () => {
  const { status, stderr } = await command(['keygen', 'key.pem'], { cwd });
  expect(status).toBe(2);
  expect(stderr).toContain('key.pem already exists');
});

test('keygen writes both files or none.', async () => {
  mkdirSync(join(cwd, 'half.pem.pub'));
  const { status, stderr } = await command(['keygen', 'half.pem'], { cwd });
  expect(status).toBe(2);
  expect(stderr).toContain('half.pem.pub already exists');
  expect(existsSync(join(cwd, 'half.pem'))).toBe(false);
});

test('keygen leaves no file behind that it could not fill.', async () => {
  const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
  const child = spawnSync('bash', ['-c', `ulimit -f 0; node ${main} keygen full.pem`], {
    cwd,
    encoding: 'utf8',
  });
  expect(child.stderr).toContain('full.pem cannot be written');
  expect(child.status).toBe(2);
  expect(existsSync(join(cwd, 'full.pem'))).toBe(false);
});

test('A run that is to be certified is not started where its bundle could not be written.', async () => {
  writeFileSync(join(cwd, 'taken'), 'precious');
  const { status, stderr } = await command(
    ['certify', '--reference', '--key', 'key.pem', '--bundle', 'taken'],
    { cwd },
  );
  expect(status).toBe(2);
  expect(stderr).toContain('taken already exists. Give --bundle another name');
  expect(existsSync(join(cwd, 'conformance-results'))).toBe(false);
});

test('A certificate of the reference server is not made unless it is asked for.', async () => {
  const { status, stderr } = await command(
    ['certify', '--key', 'key.pem', '--organization', 'a', '--product', 'b', '--product-version', '1'],
    { cwd },
  );
  expect(status).toBe(2);
  expect(stderr).toContain('--reference');
});

const signedBy = ['certify', '--reference', '--key', 'key.pem'];

test.for([
  [['certify', '--reference'], '--key'],
  [['certify', '--key', 'key.pem'], '--organization'],
  [['certify', '--reference', '--key', 'nowhere.pem'], 'nowhere.pem cannot be read'],
  [['certify', '--reference', '--key', 'key.pem', '--valid-days', '0'], '--valid-days'],
  [[...signedBy, '--organization', ''], '--product-version take 1 to 200 characters'],
  [[...signedBy, '--product', 'x'.repeat(201)], '--product-version take 1 to 200 characters'],
  [[...signedBy, '--artifact', `${'x'.repeat(501)}@sha256:${'0'.repeat(64)}`], 'more than 500 characters'],
  [[...signedBy, '--undisguised', ''], '--undisguised needs a reason: up to 300 characters on one line'],
  [[...signedBy, '--undisguised', 'two\nlines'], '--undisguised needs a reason'],
  [[...signedBy, '--undisguised', 'a reason', '--from', 'nothing'], '--undisguised applies to a new run'],
  [
    [...signedBy, '--undisguised-because', 'a reason'],
    '--undisguised-because is about a finished run, but without --from a new one begins',
  ],
  [[...signedBy, '--from', 'x', '--output', 'y'], '--output is the results folder of a new run, but --from'],
  [[...signedBy, '--counter-sign', 'x', '--output', 'y'], 'but --counter-sign starts none'],
  [['verify', 'nothing', '--key', 'key.pem.pub'], 'nothing does not exist. Give the folder'],
  [['verify', 'nothing', '--key', 'key.pem'], 'key.pem is a private key'],
  [['certify', '--key', 'key.pem', '--counter-sign', 'nothing'], '--signer FILE is missing'],
  [['certify', '--reference', '--key', 'key.pem', '--valid-days', '401'], '--valid-days'],
  [['verify', 'key.pem'], '--key FILE is missing'],
  [['verify', 'key.pem', '--key', 'key.pem.pub', '--threshold', '2'], '--threshold'],
] as const)('%j is wrong usage, and is told so.', async ([args, words]) => {
  const { status, stderr } = await command(args, { cwd });
  expect(status).toBe(2);
  expect(stderr).toContain(words);
});

test('If a MUST was not exercised, nothing is signed, and the message says what is missing.', {
  timeout: 900_000,
}, async () => {
  const server = await startReference();
  const { TARGET_SYNCHRONIZER_ALIAS: _alias, ...others } = server.environment;
  const settings = { ...others, CONFORMANCE_EFFORT: 'quick' };
  try {
    const args = [
      'certify',
      '--key',
      'key.pem',
      '--organization',
      'a',
      '--product',
      'b',
      '--product-version',
      '1',
    ];
    const { status, stdout } = await command(args, { cwd, settings });
    expect(status).toBe(3);
    expect(stdout).toContain('No certificate was made:');
    expect(stdout).toContain('TARGET_EXECUTE_REQUEST');
    expect(stdout).toContain('TARGET_SYNCHRONIZER_ALIAS');
    expect((await command(['verify', 'certificate', '--key', 'key.pem.pub'], { cwd })).stderr).toContain(
      'certificate does not exist',
    );
  } finally {
    await server.close();
  }
});

test('If there are too few users for pages, nothing is signed, and the message says how many are needed.', {
  timeout: 900_000,
}, async () => {
  const server = await startReference({ users: 2 });
  const settings = { ...server.environment, CONFORMANCE_EFFORT: 'quick' };
  try {
    const named = ['--organization', 'a', '--product', 'b', '--product-version', '1'];
    const args = ['certify', '--key', 'key.pem', ...named, '--output', 'there'];
    const { status, stdout } = await command(args, { cwd, settings });
    expect(status).toBe(3);
    expect(readReport(join(cwd, 'there')).run.effort).toBe('quick');
    const words = stdout.replace(/\s+/g, ' ');
    expect(words).toContain('No certificate was made:');
    expect(words).toContain(
      '3 MUST not exercised (LU-PAGE-COMPLETE on list-users, LU-PAGE-SIZE on list-users, LU-PAGE-CONTINUES on list-users): The target lists 2 users, and pages need at least 3: create 1 more.',
    );
  } finally {
    await server.close();
  }
});

test('Nothing is certified of a target that cannot be reached, and the results of its run say why.', async () => {
  const named = ['--organization', 'a', '--product', 'b', '--product-version', '1', '--output', 'gone'];
  const settings = { TARGET_BASE_URL: 'http://127.0.0.1:9', TARGET_TOKEN: 'a.b.c' };
  const { status, stderr } = await command(['certify', '--key', 'key.pem', ...named], { cwd, settings });
  expect(stderr).toContain('cannot be reached');
  expect(status).toBe(3);
  expect(readReport(join(cwd, 'gone')).gate).toMatchObject({ status: 3, causeKinds: ['not-tested'] });
});

test('A file that is not a bundle is rejected as damaged.', async () => {
  writeFileSync(join(cwd, 'b.zip'), 'PK nothing of the kind');
  const { status, stdout } = await command(['verify', 'b.zip', '--key', 'key.pem.pub'], { cwd });
  expect(status).toBe(5);
  expect(stdout).toContain('not a bundle archive');
});
