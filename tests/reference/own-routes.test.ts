import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadRoutes } from '../../cli/run/embedded-server.ts';
import type { OwnRoute } from '../../reference/own-routes/own-route.ts';
import { startReference } from '../../reference/start.ts';
import { operationStems, operations } from '../../schemas/openapi.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { emptyFolder } from '../cli/command.ts';

async function served(ownRoutes: readonly OwnRoute[], prefix = '') {
  const server = await startReference({ ownRoutes, prefix });
  onTestFinished(() => server.close());
  const authorization = `Bearer ${server.environment.TARGET_TOKEN}`;
  return {
    ask: (path: string, init: RequestInit = {}) => fetch(`${server.baseUrl}${path}`, init),
    authorized: { headers: { authorization } },
  };
}

test('A route of your own sees what was sent, and what it returns is sent.', async () => {
  const route: OwnRoute = {
    method: 'POST',
    path: '/v2/things/:id',
    anonymous: true,
    answer: ({ method, path, params, query, headers, body }) => ({
      status: 201,
      headers: { 'X-Seen': String(headers['content-type']) },
      body: { method, path, params, query: query.get('a'), body: body.toString() },
    }),
  };
  const { ask } = await served([route], '/ledger');
  const headers = { 'content-type': 'text/x' };
  const answer = await ask('/v2/things/seven?a=b%3Fc', { method: 'POST', body: 'x', headers });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('x-seen')).toBe('text/x');
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(await answer.json()).toEqual({
    method: 'POST',
    path: '/v2/things/seven',
    params: { id: 'seven' },
    query: 'b?c',
    body: 'x',
  });
});

test('A string is sent as text, a Buffer as is, and nothing as an empty body.', async () => {
  const bodies: readonly unknown[] = ['text', Buffer.from([0, 255]), undefined];
  const { ask } = await served(
    bodies.map((body, index) => ({
      method: 'GET',
      path: `/${index}`,
      anonymous: true,
      answer: () => ({ status: 200, body }),
    })),
  );
  const answers = await Promise.all(bodies.map((_, index) => ask(`/${index}`)));
  expect(answers.map(({ headers }) => headers.get('content-type'))).toEqual([
    'text/plain; charset=utf-8',
    null,
    null,
  ]);
  const received = await Promise.all(
    answers.map(async (each) => [...new Uint8Array(await each.arrayBuffer())]),
  );
  expect(received).toEqual([[...Buffer.from('text')], [0, 255], []]);
});

test('Without anonymous, a route needs the credential that the operations need.', async () => {
  const { ask, authorized } = await served([
    { method: 'GET', path: '/v2/version', answer: () => ({ status: 200, body: {} }) },
  ]);
  expect((await ask('/v2/version')).status).toBe(401);
  expect((await ask('/v2/version', { headers: { authorization: 'Bearer a.b.c' } })).status).toBe(401);
  expect((await ask('/v2/version', authorized)).status).toBe(200);
});

test('A route that throws or returns no status gets 500, and a warning says why.', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const { ask } = await served([
    {
      method: 'GET',
      path: '/throws',
      anonymous: true,
      answer: () => {
        throw new Error('out of paper');
      },
    },
    { method: 'GET', path: '/returns', anonymous: true, answer: () => ({}) as never },
  ]);
  const thrown = await ask('/throws');
  expect(thrown.status).toBe(500);
  expect(await thrown.text()).not.toContain('out of paper');
  expect((await ask('/returns')).status).toBe(500);
  const said = warned.mock.calls.map(([text]) => String(text));
  expect(said[0]).toContain('The route GET /throws failed: Error: out of paper');
  expect(said[1]).toContain('It must return a status from 200 to 599, not undefined.');
});

test('The operations stay as they are, and a wrong method names the right ones.', async () => {
  const routes: OwnRoute[] = (['GET', 'PUT'] as const).map((method) => ({
    method,
    path: '/v2/version',
    anonymous: true,
    answer: () => ({ status: 200 }),
  }));
  const { ask, authorized } = await served(routes);
  const plain = await served([]);
  expect(await (await ask('/v2/users', authorized)).text()).toBe(
    await (await plain.ask('/v2/users', plain.authorized)).text(),
  );
  const wrong = await ask('/v2/version', { method: 'DELETE' });
  expect(wrong.status).toBe(405);
  expect(wrong.headers.get('allow')).toBe('GET, HEAD, PUT');
  expect((await plain.ask('/v2/version')).status).toBe(404);
});

test('A route takes the place of one that a profile serves besides the document.', async () => {
  const route: OwnRoute = {
    method: 'GET',
    path: '/v2/version',
    anonymous: true,
    answer: () => ({ status: 200, body: 'mine' }),
  };
  const server = await startReference({ profile: 'canton-3.5', ownRoutes: [route] });
  onTestFinished(() => server.close());
  expect(await (await fetch(`${server.baseUrl}/v2/version`)).text()).toBe('mine');
});

/** What is wrong with a module of this text. */
async function problemsOf(text: string): Promise<readonly string[]> {
  const path = join(emptyFolder(), 'routes.mjs');
  writeFileSync(path, text);
  const error: unknown = await loadRoutes(path).catch((thrown: unknown) => thrown);
  if (!(error instanceof UsageError)) throw new Error('These routes were taken.');
  return error.problems.map((problem) => problem.replace(path, 'FILE'));
}

test('An invalid route is rejected, and the message says what to write.', async () => {
  const [stem] = operationStems;
  const taken = stem === undefined ? undefined : operations[stem];
  const own = JSON.stringify(taken).replace('}', ', answer() {} }');
  expect(await problemsOf('export const routes = [];')).toEqual([
    '--routes "FILE" has no default export that is a list of routes. See docs/adding-an-operation.md.',
  ]);
  expect(
    await problemsOf(`export default [null, { method: 'LIST', path: 'a?b', anonymous: 1 }, ${own}];`),
  ).toEqual([
    'Route 1 of --routes "FILE" is not an object with method, path and answer.',
    'Route 2 of --routes "FILE" needs a method: GET, POST, PUT, PATCH, DELETE.',
    'Route 2 of --routes "FILE" needs a path such as /v2/version, without a query.',
    'Route 2 of --routes "FILE" needs a function answer(request) that returns the response.',
    'Route 2 of --routes "FILE" has a member anonymous that is neither true nor false.',
    `Route 3 of --routes "FILE" is ${taken?.method} ${taken?.path}, which the reference server has already.`,
  ]);
  const route = (path: string) => `{ method: 'GET', path: '${path}', answer() {} }`;
  expect(await problemsOf(`export default [${route('/v2/:a')}, ${route('/v2/:b')}];`)).toEqual([
    'Route 2 of --routes "FILE" repeats GET /v2/:b.',
  ]);
  const [cannot] = await problemsOf('export default [');
  expect(cannot).toMatch(/^--routes "FILE" cannot be loaded: .+ Give the path of an ES module\.$/);
});
