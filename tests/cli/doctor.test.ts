import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'dotenv';
import { expect, onTestFinished, test } from 'vitest';
import { startReference } from '../../reference/start.ts';
import { emptyFolder, type Finished } from './command.ts';
import { commandHere } from './command-here.ts';
import { changedReference, webServer } from './wrong-servers.ts';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** Starts `serve` and gives the .env that it writes, when it listens. */
async function served(cwd: string): Promise<Record<string, string>> {
  const child = spawn(process.execPath, [main, 'serve', '--folder', 'server'], { cwd });
  onTestFinished(() => {
    child.kill('SIGINT');
  });
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      if (String(chunk).includes('Stop the server')) resolve();
    });
  });
  return parse(readFileSync(join(cwd, 'server', '.env')));
}

function doctor(cwd: string, settings: Record<string, string>): Promise<Finished> {
  return commandHere(['doctor', '--certify'], { cwd, settings });
}

test('The .env of serve satisfies every precondition of a certificate; a setting taken away is named.', {
  timeout: 900_000,
}, async () => {
  const cwd = emptyFolder();
  const settings = await served(cwd);
  const whole = await doctor(cwd, settings);
  expect(whole.status).toBe(0);
  expect(whole.stdout).toContain('Ready to certify.');
  expect(whole.stdout).toContain('--key FILE');
  expect(whole.stdout.replace(/\s+/g, ' ')).toContain('certify takes a little over seven minutes');
  // Both of these have defaults that fit the server.
  const defaulted = ['TARGET_PAGE_SIZE_PARAMETER', 'TARGET_PAGE_TOKEN_PARAMETER'];
  // Wrong usage without them; and no MUST depends on the participants.
  const statuses: Record<string, number> = {
    TARGET_BASE_URL: 2,
    TARGET_TOKEN: 2,
    TARGET_PARTICIPANT_UIDS: 0,
  };
  const names = Object.keys(settings).filter((name) => !defaulted.includes(name));
  expect(names.length).toBeGreaterThan(6);
  for (const name of names) {
    const { [name]: _taken, ...others } = settings;
    const { status, stdout, stderr } = await doctor(cwd, others);
    expect(`${name}: ${status}`).toBe(`${name}: ${statuses[name] ?? 3}`);
    expect(`${stdout}${stderr}`).toContain(name);
  }
});

test('Effort quick and a waiver in force keep a certificate from being made, and the settings are named.', async () => {
  const cwd = emptyFolder();
  const server = await startReference();
  onTestFinished(() => server.close());
  const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  writeFileSync(join(cwd, 'body.json'), JSON.stringify(server.executeRequest));
  writeFileSync(
    join(cwd, 'waivers.yaml'),
    `waivers:\n  - requirement: LU-SUCCESS\n    finding: "must be refused"\n    reason: It is being corrected.\n    owner: us\n    issue: https://tracker.example/1\n    created: ${day(-1)}\n    expires: ${day(30)}\n`,
  );
  const { status, stdout } = await doctor(cwd, {
    ...server.environment,
    TARGET_EXECUTE_REQUEST: 'body.json',
    CONFORMANCE_EFFORT: 'quick',
    CONFORMANCE_WAIVERS: 'waivers.yaml',
  });
  expect(status).toBe(3);
  expect(stdout).toContain('CONFORMANCE_EFFORT');
  expect(stdout.replace(/\s+/g, ' ')).toContain('one is active (LU-SUCCESS): unset CONFORMANCE_WAIVERS.');
});

test('Without a target no certificate could be made, and TARGET_BASE_URL is named.', async () => {
  const { status, stdout } = await doctor(emptyFolder(), {});
  expect(status).toBe(3);
  expect(stdout).toContain('TARGET_BASE_URL');
});

const plain = (settings: Record<string, string>, ...more: readonly string[]): Promise<Finished> =>
  commandHere(['doctor', ...more], { cwd: emptyFolder(), settings });

test('If a web server answers every operation, doctor reports that on one screen and exits with status 3.', async () => {
  const baseUrl = await webServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html', server: 'nginx/1.27.3' })
      .end('<html><title>Welcome to nginx!</title></html>'),
  );
  const { status, stdout, stderr } = await plain({ TARGET_BASE_URL: baseUrl, TARGET_TOKEN: 'e30.e30.c2ln' });
  expect({ status, stderr }).toEqual({ status: 3, stderr: '' });
  expect(stdout).toContain('Nothing can be exercised:');
  expect(stdout).toContain('  list-users           200 text/html "Welcome to nginx!", from nginx/1.27.3\n');
  expect(stdout).not.toContain('answers');
  expect(stdout.split('\n').length).toBeLessThan(25);
});

test('What responds cannot write to the terminal.', async () => {
  const baseUrl = await webServer((_request, response) =>
    response
      .writeHead(404, { 'content-type': 'text/html', server: '::error::x' })
      .end('<title>\u001b[31m\u202e::set-env name=a::b</title>'),
  );
  const { stdout } = await plain({ TARGET_BASE_URL: baseUrl, TARGET_TOKEN: 'e30.e30.c2ln' });
  expect(stdout).toContain('404 text/html');
  expect(stdout).not.toMatch(/[\u001b\u202e]|^\s*::/m);
});

test('An operation that something else answers is described beside those that answer.', async () => {
  const settings = await changedReference((response, request) => {
    if (request.url?.includes('/execute') !== true) return;
    response.statusCode = 404;
    response.setHeader('content-type', 'text/html');
  });
  const { status, stdout } = await plain(settings);
  expect(status).toBe(0);
  expect(stdout).toMatch(/execute-submission +answers: 404 text\/html/);
  expect(stdout).toMatch(/list-users +answers\n/);
});

test('Where every operation says "not now", nothing can be exercised.', async () => {
  const baseUrl = await webServer((_request, response) => response.writeHead(503).end('{}'));
  const { status, stdout } = await plain({ TARGET_BASE_URL: baseUrl, TARGET_TOKEN: 'e30.e30.c2ln' });
  expect(status).toBe(3);
  expect(stdout).toContain('No operation can be exercised.');
  expect(stdout).toMatch(/list-users +busy: Answered 503 on every attempt\./);
});

test('Requirements that a missing setting leaves out are counted, and listed only if asked for.', async () => {
  const server = await startReference();
  onTestFinished(() => server.close());
  const { TARGET_SYNCHRONIZER: _taken, ...settings } = server.environment;
  const short = await plain(settings);
  expect(short.stdout).toMatch(/^ {2}Without it, \d+ more requirements are not tested \(\d+ MUST\)\.$/m);
  expect(short.stdout).not.toContain('GT-SUCCESS');
  expect(short.stdout).toContain('--verbose lists the requirements.');
  const long = await plain(settings, '--verbose');
  expect(long.stdout).toContain('GT-SUCCESS');
  expect(long.stdout).not.toContain('--verbose');
  expect(long.status).toBe(0);
});
