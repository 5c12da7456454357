import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TlsOptions } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { readLines } from '../../journal/open-regular.ts';
import { makeCertificates } from '../../reference/certificates.ts';
import { faults } from '../../reference/faults/catalogue.ts';
import { type ReferenceOptions, startReference } from '../../reference/start.ts';
import { installedFolder } from '../docs/installed-folder.ts';
import { command, emptyFolder } from './command.ts';

/** A reference server, over TLS if these options are given; the settings for all of it, with files in the folder. */
async function serving(
  cwd: string,
  tls?: TlsOptions,
  options: ReferenceOptions = {},
): Promise<Record<string, string>> {
  const { ca, server: pair, client } = await makeCertificates();
  const server = await startReference({
    ...options,
    ...(tls === undefined ? {} : { tls: { ...pair, ca, ...tls } }),
  });
  onTestFinished(() => server.close());
  const execute = JSON.stringify(server.executeRequest);
  const files = { 'ca.pem': ca, 'c.pem': client.cert, 'c.key': client.key, 'execute.json': execute };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  return {
    ...server.environment,
    TARGET_EXECUTE_REQUEST: 'execute.json',
    ...(tls === undefined ? {} : { TARGET_CA_FILE: 'ca.pem' }),
    ...(tls?.requestCert === true ? { TARGET_CLIENT_CERT: 'c.pem', TARGET_CLIENT_KEY: 'c.key' } : {}),
  };
}

/** The ids of all cases of a run in which a request was answered; how many requests some send depends on time. */
function answeredIn(cwd: string): string[] {
  const ids = new Set<string>();
  for (const { bytes } of readLines(join(cwd, 'conformance-results', 'exchanges.ndjson'))) {
    const { id, response } = JSON.parse(bytes.toString()) as { id: string; response?: unknown };
    if (response !== undefined && !id.startsWith('preflight')) ids.add(id.replace(/#.*/, ''));
  }
  return [...ids].sort();
}

const wantsClient = { requestCert: true, rejectUnauthorized: true } as const;

test('Every case of a run is answered over TLS as without it.', { timeout: 600_000 }, async () => {
  const answered: string[][] = [];
  for (const tls of [
    undefined,
    { minVersion: 'TLSv1.3' },
    { maxVersion: 'TLSv1.2', ...wantsClient },
  ] as const) {
    const cwd = emptyFolder();
    const settings = await serving(cwd, tls);
    const args = ['run', '--effort', 'quick', '--seed', 'one', '--nonce', '00000001'];
    const { status, stdout, stderr } = await command(args, { cwd, settings });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^conformant \((\d+) of \1 MUST\)$/m);
    expect(status).toBe(0);
    answered.push(answeredIn(cwd));
  }
  const [plain, ...secured] = answered;
  expect(plain?.length).toBeGreaterThan(700);
  for (const each of secured) expect(each).toEqual(plain);
});

test('Other commands that send requests do so over TLS.', { timeout: 600_000 }, async () => {
  const cwd = emptyFolder();
  const fault = faults.find(({ id }) => id === 'generate-topology-accepts-missing-synchronizer');
  const settings = await serving(cwd, wantsClient, { ...(fault === undefined ? {} : { fault }) });
  const said = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await command(args, { cwd, settings });
    return `${status} ${stdout}${stderr}`.replace(/\s+/g, ' ');
  };
  expect(await said('doctor')).toMatch(/^0 Target https:.* Every requirement can be exercised\./);
  expect(await said('run', '--effort', 'quick', '--only', 'GT-REQ-SYNCHRONIZER@generate-topology')).toMatch(
    /^1 /,
  );
  expect(await said('replay', 'conformance-results', 'GT-REQ-SYNCHRONIZER')).toMatch(/^1 /);
  settings.CONFORMANCE_CASES = '100';
  expect(
    await said('run', '--effort', 'soak', '--only', 'LU-SUCCESS@list-users', '--output', 'soak'),
  ).toMatch(/^0 /);
});

test('A provisioner sends its requests over TLS.', { timeout: 900_000 }, async () => {
  const cwd = emptyFolder();
  const { TARGET_BASE_URL, TARGET_TOKEN, TARGET_PROFILE } = await serving(cwd, {}, { profile: 'canton-3.5' });
  const settings = { TARGET_BASE_URL, TARGET_TOKEN, TARGET_PROFILE, TARGET_CA_FILE: 'ca.pem' };
  const { status } = await command(['run', '--effort', 'quick', '--only', 'LU-SUCCESS@list-users'], {
    cwd,
    settings: { ...settings, TARGET_PROVISIONER: 'canton-3.5' } as Record<string, string>,
  });
  expect(status).toBe(0);
});

test("A user's own specs send their requests over TLS.", { timeout: 900_000 }, async () => {
  const cwd = installedFolder();
  const settings = await serving(cwd, wantsClient);
  await command(['init', '--specs'], { cwd, settings });
  const { status, stdout } = await command(['specs', 'specs'], { cwd, settings });
  expect(stdout).toMatch(/\d+ passed/);
  expect(status).toBe(0);
});

test('serve --tls writes settings for a run that trusts its certificate.', { timeout: 900_000 }, async () => {
  const cwd = emptyFolder();
  const { status } = await command(['serve', '--tls'], {
    cwd,
    onStart: (server) => {
      server.stdout?.on('data', async (text: Buffer) => {
        if (!text.includes('Stop the server')) return;
        doctor = await command(['doctor'], { cwd: join(cwd, 'reference-server') });
        server.kill('SIGTERM');
      });
    },
  });
  expect(doctor?.stdout).toContain('Every requirement can be exercised.');
  expect(status).toBe(0);
});
let doctor: Awaited<ReturnType<typeof command>> | undefined;
