import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { emptyFolder, finished } from '../cli/command.ts';
import { root } from '../docs/documents.ts';

interface Replayed {
  readonly method: string;
  readonly headers: readonly string[];
  readonly bytes?: string;
}

/** A module of the bench, which is plain JavaScript. */
async function part<T>(name: string): Promise<T> {
  return (await import(new URL(`${name}.mjs`, import.meta.url).href)) as T;
}

function bench(...args: readonly string[]) {
  const script = join(root, 'tests/bench/run.mjs');
  return finished(spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] }));
}

test('The requests of a soak are sent again in its mixture, with the token and with secrets of the same length.', async () => {
  const { soakRequests } = await part<{
    soakRequests: (folder: string, token: string) => Promise<Replayed[]>;
  }>('replayed-requests');
  const cwd = emptyFolder();
  const line = (id: string, authorization: string, body?: string) =>
    JSON.stringify({
      id,
      request: {
        method: body === undefined ? 'GET' : 'POST',
        target: '/x',
        headers: [
          ['host', 'h'],
          ['Transfer-Encoding', 'chunked'],
          ['Connection', 'close'],
          ['Authorization', authorization],
        ],
        ...(body === undefined ? {} : { body }),
      },
    });
  const lines = [
    line('preflight@list-users/1#1', 'none'),
    line('HTTP-STABLE@generate-topology/soak-0#1', 'the control', '{}'),
    line('HTTP-STABLE@generate-topology/soak-0#2', 'Bearer [redacted:token:9:0a]', '{}'),
    line('HTTP-STABLE@execute-submission/soak-0#1', 'Bearer [redacted:alg-none:7:0b]', '[]'),
    line('HTTP-STABLE@list-users/soak-0#1', 'Bearer [redacted:token:9:0a]'),
  ];
  writeFileSync(join(cwd, 'exchanges.ndjson'), lines.map((each) => `${each}\n`).join(''));
  const requests = await soakRequests(cwd, 'the-token');
  expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'POST', 'GET']);
  expect(requests[0]?.headers).toEqual(['Authorization', 'Bearer the-token']);
  expect(requests[2]?.headers).toEqual(['Authorization', 'Bearer xxxxxxx']);
  expect(Buffer.from(requests[2]?.bytes ?? '', 'base64').toString()).toBe('[]');
});

test('Each answer takes longer by what the slow way is told.', async () => {
  const { slowProxy } = await part<{
    slowProxy: (url: string, ms: number) => Promise<{ baseUrl: string; close(): void }>;
  }>('slow-proxy');
  const server = createServer((_, response) => response.end('answer'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy = await slowProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 100);
  onTestFinished(() => {
    proxy.close();
    server.close();
  });
  for (let time = 0; time < 2; time += 1) {
    const began = performance.now();
    expect(await (await fetch(proxy.baseUrl)).text()).toBe('answer');
    expect(performance.now() - began).toBeGreaterThan(95);
  }
});

test('A part can be measured alone and shown without writing a page; an unknown part is reported.', {
  timeout: 900_000,
}, async () => {
  const { stdout, status } = await bench('--tiny', '--only', 'start');
  expect(stdout).toMatch(/^- \d+ cores .*memory/m);
  expect(stdout).toMatch(/^- A fixed calculation takes [\d,]+ ms, and [\d,]+ ms in two processes at once/m);
  expect(stdout).toMatch(/\| Playwright, a worker, one check and the report \| [\d.]+ s \| [\d.]+ s \|/);
  expect(status).toBe(0);
  const wrong = await bench('--only', 'nothing');
  expect(wrong.stdout).toContain('Not measured: There is no part nothing.');
  expect(wrong.status).toBe(1);
});
