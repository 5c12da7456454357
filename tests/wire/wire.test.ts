import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { boundsFor } from '../../wire/bounds.ts';
import { createLimiter } from '../../wire/limiter.ts';
import { createRedactor } from '../../wire/redact.ts';
import { createWire, type Wire } from '../../wire/wire.ts';
import { answer, answering, onlyRequest, type RawServer, rawServer } from './raw-server.ts';

const token = 'a-token-of-more-than-sixteen-letters';

function wireTo(
  { origin }: RawServer,
  prefix = '/prefix',
  openSocket = async () => connect({ host: origin.hostname, port: Number(origin.port) }),
  width = 2,
): Wire {
  const redactor = createRedactor();
  redactor.add(token, 'token');
  return createWire({
    baseUrl: `${origin.origin}${prefix}`,
    openSocket,
    bounds: boundsFor(1_000),
    limiter: createLimiter(width),
    redactor,
    gateway: [['X-Gateway', 'yes']],
    userAgent: 'the-suite/1',
  });
}

const bearer = [['Authorization', `Bearer ${token}`]] as const;

test('A request goes to its operation below the prefix, with the headers of the run in front.', async () => {
  const server = await rawServer(answering(answer('200 OK', [])));
  const body = Buffer.from('{}');
  await wireTo(server).send('x', 'execute-submission', { body, headers: [['X-Own', '1']] }, bearer);
  expect(onlyRequest(server)).toEqual({
    head: [
      'POST /prefix/v2/interactive-submission/execute HTTP/1.1',
      `host: ${server.origin.host}`,
      'connection: keep-alive',
      'User-Agent: the-suite/1',
      'X-Gateway: yes',
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      'X-Own: 1',
      'content-length: 2',
    ],
    body,
  });
});

test('The token goes out whole, and what comes back for the journal does not hold it.', async () => {
  const server = await rawServer(answering(answer('400 Bad Request', [], `you are ${token}`)));
  const exchange = await wireTo(server).send('x', 'list-users', {}, bearer);
  expect(Buffer.concat(server.received).toString()).toContain(token);
  expect(JSON.stringify(exchange)).not.toContain(token);
  expect(exchange.answer?.body.toString()).toContain('[redacted:token:');
});

test('A query is appended to the path unchanged; a GET has no Content-Type unless one is given.', async () => {
  const server = await rawServer(answering(answer('200 OK', [])));
  await wireTo(server, '').send('x', 'list-users', { query: 'pageToken=%zz' }, []);
  const { head } = onlyRequest(server);
  expect(head[0]).toBe('GET /v2/users?pageToken=%zz HTTP/1.1');
  expect(head.filter((line) => line.startsWith('Content-Type'))).toEqual([]);
});

test('Content-Type can be left out or be another, and method and path can be others.', async () => {
  const server = await rawServer(answering(answer('200 OK', [])));
  const wire = wireTo(server, '');
  await wire.send('1', 'generate-topology', { contentType: null }, []);
  await wire.send('2', 'generate-topology', { contentType: 'text/plain', method: 'PUT', path: '/x' }, []);
  const text = Buffer.concat(server.received).toString();
  expect(text).toContain('PUT /x HTTP/1.1');
  expect(text.match(/^Content-Type: .*$/gm)).toEqual(['Content-Type: text/plain']);
});

test('When the target asks for a pause, all requests wait.', async () => {
  const server = await rawServer(answering(answer('200 OK', [])));
  const wire = wireTo(server);
  wire.pause(80);
  const started = performance.now();
  await Promise.all([wire.send('1', 'list-users', {}, []), wire.send('2', 'list-users', {}, [])]);
  expect(performance.now() - started).toBeGreaterThanOrEqual(79);
});

test('A request over a fresh connection uses none that was used before.', async () => {
  const server = await rawServer(answering(answer('200 OK', [])));
  const wire = wireTo(server);
  for (const connection of ['kept', 'fresh', 'fresh'] as const)
    expect((await wire.send('x', 'list-users', { connection }, bearer)).answer?.status).toBe(200);
  const requests = server.received.map((bytes) => bytes.toString('latin1').split('GET ').length - 1);
  expect(requests).toEqual([1, 1, 1]);
});

test('A credential is made when its request is about to be sent, not when it begins to wait.', async () => {
  const server = await rawServer(answering(answer('200 OK', [])));
  const wire = wireTo(server, '');
  let made = 0;
  const credential = async () => {
    made += 1;
    return [['Authorization', `Bearer ${made}`]] as const;
  };
  const sending = ['1', '2', '3', '4'].map((id) => wire.send(id, 'list-users', {}, credential));
  await new Promise(setImmediate);
  // As many as may be sent at once.
  expect(made).toBe(2);
  await Promise.all(sending);
  expect(made).toBe(4);
});

test('Where no connections are taken, requests start one by one until one is answered: attempts count too.', async () => {
  const server = await rawServer(answering(answer('200 OK', [])));
  let refused = 0;
  const apart = 40;
  const wire = wireTo(
    server,
    '',
    async () => {
      if (refused === 3) return connect({ host: server.origin.hostname, port: Number(server.origin.port) });
      refused += 1;
      throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    },
    4,
  );
  wire.rest(apart, true);
  const sent = await Promise.all(['a', 'b', 'c', 'd'].map((id) => wire.send(id, 'list-users', {}, [])));
  expect(sent.filter(({ failure }) => failure?.kind === 'refused')).toHaveLength(3);
  const starts = sent.map(({ at = 0 }) => at).sort((a, b) => a - b);
  const gaps = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
  // The start is a whole number of milliseconds.
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(apart - 1);
});
