import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { planUnusual } from '../../wire/as-sent.ts';
import { boundsFor } from '../../wire/bounds.ts';
import { channelOn } from '../../wire/channel.ts';
import type { HeaderPair } from '../../wire/exchange.ts';
import { type Outcome, sendOnce } from '../../wire/send.ts';
import { answer, answering, type RawServer, rawServer } from './raw-server.ts';

function send(
  { origin }: RawServer,
  headers: readonly HeaderPair[],
  more: {
    version?: string;
    isBrokenOff?: 'within-body' | 'behind-body';
    body?: Buffer;
    method?: string;
    answerMs?: number;
  } = {},
): Promise<Outcome> {
  const { answerMs = 1_000, method = 'POST', ...rest } = more;
  const { body, ...unusual } = rest;
  return sendOnce(
    async () => channelOn(connect({ host: origin.hostname, port: Number(origin.port) })),
    planUnusual(origin.host, { method, target: '/x?y=1', headers, ...(body && { body }) }, unusual),
    boundsFor(answerMs),
  );
}

function received(server: RawServer): string {
  return Buffer.concat(server.received).toString('latin1');
}

test.each(['1.0', '2.0'])('The first line has version %s.', async (version) => {
  const server = await rawServer(answering(answer('505 No', [], 'no')));
  const { answer: got, request } = await send(server, [['A', 'b']], { version, body: Buffer.from('{}') });
  expect(received(server)).toBe(
    `POST /x?y=1 HTTP/${version}\r\nHost: ${server.origin.host}\r\nConnection: close\r\nA: b\r\nContent-Length: 2\r\n\r\n{}`,
  );
  expect(got).toMatchObject({ status: 505, reason: 'No' });
  expect(got?.body.toString()).toBe('no');
  expect(request.headers.map(([name]) => name)).toEqual(['Host', 'Connection', 'A', 'Content-Length']);
});

test('Headers that the client refuses go out as they are, and the body of a transfer coding in chunks.', async () => {
  const server = await rawServer(answering(answer('200 OK', [])));
  const headers: HeaderPair[] = [
    ['Expect', '200-ok'],
    ['Transfer-Encoding', 'gzip, chunked'],
  ];
  const body = gzipSync('{}');
  const { answer: got } = await send(server, headers, { body });
  expect(got?.status).toBe(200);
  expect(received(server)).toContain(
    `Expect: 200-ok\r\nTransfer-Encoding: gzip, chunked\r\n\r\n${body.length.toString(16)}\r\n`,
  );
  expect(received(server)).not.toContain('Content-Length');
});

test('An upgrade ends the exchange with its answer.', async () => {
  const server = await rawServer(
    answering(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\u0081\u0000',
    ),
  );
  const headers: HeaderPair[] = [
    ['Connection', 'Upgrade'],
    ['Upgrade', 'websocket'],
  ];
  const outcome = await send(server, headers, { method: 'GET' });
  expect(outcome.failure).toBeUndefined();
  expect(outcome.answer).toMatchObject({
    status: 101,
    headers: [
      ['Upgrade', 'websocket'],
      ['Connection', 'Upgrade'],
    ],
  });
  expect(received(server)).not.toContain('Content-Length');
});

test.each([
  ['closed', ''],
  ['protocol', 'nonsense\r\n\r\n'],
  ['cut', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'],
] as const)('An answer may be %s.', async (kind, bytes) => {
  const server = await rawServer((socket) => {
    socket.on('data', () => socket.end(bytes));
  });
  expect((await send(server, [])).failure?.kind).toBe(kind);
});

test('An answer that does not come in time is a timeout.', async () => {
  const server = await rawServer(() => undefined);
  expect((await send(server, [], { answerMs: 50 })).failure?.kind).toBe('timeout');
});

test('A connection that cannot be opened is a failure, not an error.', async () => {
  const outcome = await sendOnce(
    async () => {
      throw new Error('refused');
    },
    planUnusual('x', { method: 'GET', target: '/', headers: [] }, {}),
    boundsFor(100),
  );
  expect(outcome.failure?.kind).toBe('closed');
});

test('An upload that is broken off ends after half of its body, whatever the target does.', async () => {
  const server = await rawServer(() => undefined);
  const body = Buffer.from('{"half":1,"rest":2}!');
  const outcome = await send(server, [['A', 'b']], { isBrokenOff: 'within-body', body });
  expect(outcome.failure?.kind).toBe('broken-off');
  expect(outcome.answer).toBeUndefined();
  expect(outcome.request.body.toString()).toBe('{"half":1,');
  expect(received(server)).toContain(`Content-Length: ${body.length}\r\n\r\n{"half":1,`);
  expect(received(server)).not.toContain('rest');
});

test('An upload that finds no server is no upload that was broken off.', async () => {
  const server = await rawServer(() => undefined);
  const origin = new URL('http://127.0.0.1:1');
  const outcome = await send({ ...server, origin }, [], {
    isBrokenOff: 'within-body',
    body: Buffer.from('{}'),
  });
  expect(outcome.failure?.kind).toBe('refused');
});
