import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReferenceServer, startReference } from '../../reference/start.ts';
import { bearer, changed, executePath, generateBody, generatePath, send, usersPath } from './client.ts';

let server: ReferenceServer;
beforeAll(async () => {
  server = await startReference();
});
afterAll(() => server.close());

describe('the error object', () => {
  it('holds its documented fields with their types, and leaves out those without a value', async () => {
    const reply = await send(server, generatePath, { body: { ...generateBody(server), partyHint: 'a/b' } });
    const error = JSON.parse(reply.text);
    expect(error).toEqual({
      code: 'INVALID_ARGUMENT',
      cause: expect.stringContaining('party hint'),
      context: expect.objectContaining({ category: '8', tid: error.traceId }),
      errorCategory: 8,
      grpcCodeValue: 3,
      correlationId: error.traceId,
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      definiteAnswer: false,
    });
    expect(Object.values(error.context).every((value) => typeof value === 'string')).toBe(true);
  });

  it('names the resources in pairs of two strings', async () => {
    const body = { ...generateBody(server), synchronizer: 'unknown::1220' };
    const reply = await send(server, generatePath, { body });
    expect(JSON.parse(reply.text).resources).toEqual([['SYNCHRONIZER_ID', 'unknown::1220']]);
  });

  it('repeats the submissionId as correlation id and the trace id of the request', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const headers = { ...bearer(server), traceparent: `00-${traceId}-b7ad6b7169203331-01` };
    const body = changed(
      changed(server.executeRequest, ['submissionId'], 'one'),
      ['preparedTransaction'],
      'AAAA',
    );
    const error = JSON.parse((await send(server, executePath, { body, headers })).text);
    expect(error).toMatchObject({ correlationId: 'one', traceId, context: { tid: traceId } });
  });
});

describe('requests outside the three operations get the error object', () => {
  it.each([
    ['GET', '/v2/nothing', 404],
    ['GET', '/v2/users/', 404],
    ['GET', '/v2/users/%zz', 404],
    ['POST', '/', 404],
    ['POST', '/v2/users', 405],
    ['GET', generatePath, 405],
    ['PUT', executePath, 405],
    ['DELETE', '/v2/users?pageSize=1', 405],
  ] as const)('%s %s is %i', async (method, path, status) => {
    const reply = await send(server, path, { method });
    expect(reply).toMatchObject({ status, mediaType: 'application/json' });
    expect(JSON.parse(reply.text)).toMatchObject({ code: expect.any(String), context: expect.any(Object) });
    expect(reply.headers.allow === undefined).toBe(status === 404);
  });

  it('a body above 1 MiB is 413, one below is read', async () => {
    const large = await send(server, executePath, { body: ' '.repeat(1024 * 1024 + 1) });
    expect(large).toMatchObject({ status: 413, mediaType: 'application/json' });
    const padded = JSON.stringify(server.executeRequest).padEnd(1024 * 1024);
    expect((await send(server, executePath, { body: padded })).status).toBe(200);
  });

  it('bytes that are not HTTP get 400 and the end of the connection', async () => {
    const answer = await exchangeRaw('HELLO\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/json/);
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      grpcCodeValue: 3,
    });
  });

  it('headers above the limit get 431', async () => {
    const answer = await exchangeRaw(
      `GET ${usersPath} HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  });
});

function exchangeRaw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}
