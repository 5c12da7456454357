import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startReference } from '../../reference/start.ts';
import { readReport } from '../../reports/report/report-file.ts';
import { command, emptyFolder } from '../cli/command.ts';

test('A run with a base URL, a token and the provisioner alone reaches its verdict, and leaves nothing behind.', {
  timeout: 900_000,
}, async () => {
  const server = await startReference({ profile: 'canton-3.5' });
  onTestFinished(() => server.close());
  const { TARGET_BASE_URL = '', TARGET_TOKEN = '' } = server.environment;
  const settings = {
    TARGET_BASE_URL,
    TARGET_TOKEN,
    TARGET_PROVISIONER: 'canton-3.5',
    TARGET_PROFILE: 'canton-3.5',
  };
  const cwd = emptyFolder();
  const { status, stderr } = await command(['run', '--effort', 'quick', '--nonce', 'n77'], { cwd, settings });
  expect(stderr).toContain('provisioning with canton-3.5, nonce n77');
  const { verdict, results } = readReport(join(cwd, 'conformance-results'));
  expect(verdict).toBe('conformant');
  const missing = results.filter(({ level, outcome }) => level === 'MUST' && outcome === 'not-exercised');
  expect([...new Set(missing.map(({ requirement }) => requirement))]).toEqual(['AUTH-EXPIRED']);
  expect(status).toBe(0);
  const clean = await command(['provision', 'clean', '--nonce', 'n77'], { cwd, settings });
  expect(clean.stdout).toContain('Nothing is left of the run with nonce n77.');
});

test('doctor makes what a provisioner makes, as run does, and leaves nothing behind.', {
  timeout: 900_000,
}, async () => {
  const server = await startReference({ profile: 'canton-3.5' });
  onTestFinished(() => server.close());
  const { TARGET_BASE_URL = '', TARGET_TOKEN = '', TARGET_TOKEN_SECRET = '' } = server.environment;
  const settings = {
    TARGET_BASE_URL,
    TARGET_TOKEN,
    TARGET_TOKEN_SECRET,
    TARGET_PROVISIONER: 'canton-3.5',
    TARGET_PROFILE: 'canton-3.5',
    CONFORMANCE_NONCE: 'n78',
  };
  const cwd = emptyFolder();
  const { status, stdout } = await command(['doctor', '--certify'], { cwd, settings });
  expect(stdout).toContain('Ready to certify.');
  expect(status).toBe(0);
  const clean = await command(['provision', 'clean', '--nonce', 'n78'], { cwd, settings });
  expect(clean.stdout).toContain('Nothing is left of the run with nonce n78.');
  const { TARGET_TOKEN_SECRET: _, ...unsigned } = settings;
  const failing = await command(['doctor'], {
    cwd,
    settings: { ...unsigned, TARGET_TOKEN: 'no.jwt.at-all' },
  });
  expect(failing.status).toBe(3);
  expect(failing.stdout).toContain('The provisioner canton-3.5 failed');
});

test('A module of the user can provision; its errors are reported, and it still cleans up.', {
  timeout: 900_000,
}, async () => {
  const server = await startReference();
  onTestFinished(() => server.close());
  const cwd = emptyFolder();
  writeFileSync(
    join(cwd, 'own.mjs'),
    `import { appendFileSync } from 'node:fs';
export default {
  async provision({ call }) { const { status } = await call('GET', '/v2/users'); throw new Error('no ledger, and users ' + status + ', as ' + process.env.TARGET_TOKEN); },
  async clean() { appendFileSync('cleaned', 'yes'); return []; },
};`,
  );
  const { TARGET_BASE_URL = '', TARGET_TOKEN = '' } = server.environment;
  const settings = { TARGET_BASE_URL, TARGET_TOKEN, TARGET_PROVISIONER: 'own.mjs' };
  const { status, stderr } = await command(['run'], { cwd, settings });
  expect(status).toBe(3);
  expect(stderr).toContain('The provisioner own.mjs failed: no ledger, and users 200, as [redacted:token:');
  expect(stderr).not.toContain(TARGET_TOKEN);
  expect(
    (await command(['run'], { cwd, settings: { ...settings, TARGET_PROVISIONER: 'gone.mjs' } })).status,
  ).toBe(2);
});
