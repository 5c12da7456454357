import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { judges } from '../../examples/get-version/judges.ts';
import requirements from '../../examples/get-version/requirements.json' with { type: 'json' };
import { startReference } from '../../reference/start.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { command, emptyFolder } from '../cli/command.ts';

const example = fileURLToPath(new URL('../../examples/get-version', import.meta.url));

/** A server that has the three operations and a version: each answer of it is the next body of the list. */
async function serverWith(versions: readonly string[], status = 200): Promise<Record<string, string>> {
  const reference = await startReference();
  let asked = 0;
  const server = createServer(async (request, response) => {
    if (request.url === '/v2/version') {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(versions[asked++ % versions.length]);
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { authorization = '' } = request.headers;
    const answer = await fetch(`${reference.baseUrl}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { authorization, 'content-type': 'application/json' },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await reference.close();
  });
  const { port } = server.address() as AddressInfo;
  return { ...reference.environment, TARGET_BASE_URL: `http://127.0.0.1:${port}` };
}

/** Each run starts Playwright. */
const slow = { timeout: 60_000 };

const specs = (settings: Record<string, string>) =>
  command(['specs', example, '--require-target'], { cwd: emptyFolder(), settings });

test(
  'A server whose version is as its document says passes, and what is left open is observed.',
  slow,
  async () => {
    const { status, stdout } = await specs(await serverWith(['{"version":"3.5.1-SNAPSHOT"}']));
    expect(stdout).toContain('4 passed');
    expect(status).toBe(0);
  },
);

test(
  'A server whose version changes is condemned by the clause that says so, and by no other.',
  slow,
  async () => {
    const { status, stdout } = await specs(await serverWith(['{"version":"1.0"}', '{"version":"1.1"}']));
    expect(stdout).toContain('1 failed');
    expect(stdout).toContain('VER-SAME: Two responses have the same version.');
    expect(stdout).toContain('3 passed');
    expect(status).toBe(1);
  },
);

function answered(status: number, body: string): Exchange {
  const request = { method: 'GET', target: '/v2/version', headers: [], body: Buffer.alloc(0) };
  const answer = { status, reason: '', headers: [], body: Buffer.from(body) };
  return { id: 'version#1', request, answer, ms: 1 };
}

test.each([
  ['VER-SUCCESS', [answered(404, '{"version":"1.0"}')]],
  ['VER-SUCCESS', [answered(200, 'version 1.0')]],
  ['VER-RES-VERSION', [answered(200, '{}')]],
  ['VER-RES-VERSION', [answered(200, '{"version":"newest"}')]],
  ['VER-SAME', [answered(200, '{"version":"1"}'), answered(200, '{"version":"2"}')]],
] as const)('%s is proven by a wrong answer that it condemns (row %#).', (id, exchanges) => {
  expect(judges[id]?.(exchanges)).toHaveLength(1);
});

test('Each MUST has a judge, and each quote stands in the document.', () => {
  const text = readFileSync(join(example, 'version.md'), 'utf8');
  for (const { id, level, quote } of requirements) {
    expect(text).toContain(quote);
    expect(id in judges, id).toBe(level === 'MUST');
  }
});
