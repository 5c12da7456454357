import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bodyOf } from '../../wire/exchange.ts';
import { answer, answering, rawServer } from './raw-server.ts';
import { connectionsTo, sendTo } from './sending.ts';

async function outcomeOf(...bytes: readonly (string | Buffer)[]) {
  return sendTo(await rawServer(answering(...bytes)));
}

test('An answer keeps its header pairs in order and case, its reason and its body.', async () => {
  const { answer: got } = await outcomeOf(
    answer('299 Not Quite OK', ['X-b: 2', 'x-A: 1', 'X-b: 3', 'Set-Cookie: a', 'Empty:'], 'body'),
  );
  expect(got).toEqual({
    status: 299,
    reason: 'Not Quite OK',
    headers: [
      ['X-b', '2'],
      ['x-A', '1'],
      ['X-b', '3'],
      ['Set-Cookie', 'a'],
      ['Empty', ''],
      ['Content-Length', '4'],
    ],
    body: Buffer.from('body'),
  });
});

test('Header bytes above ASCII stay distinguishable.', async () => {
  const { answer: got } = await outcomeOf(
    Buffer.concat([
      Buffer.from('HTTP/1.1 200 OK\r\nX-Bytes: '),
      Buffer.from([0xe9, 0xff]),
      Buffer.from('\r\nContent-Length: 0\r\n\r\n'),
    ]),
  );
  expect(got?.headers[0]).toEqual(['X-Bytes', 'éÿ']);
});

test('A chunked body is put together.', async () => {
  const { answer: got, failure } = await outcomeOf(
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n',
    '2\r\nde\r\n0\r\n\r\n',
  );
  expect(failure).toBeUndefined();
  expect(got?.body.toString()).toBe('abcde');
});

test('A body without a length ends with its connection.', async () => {
  const server = await rawServer((socket) => {
    socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\nto the end'));
  });
  const { answer: got, failure } = await sendTo(server);
  expect(failure).toBeUndefined();
  expect(got?.body.toString()).toBe('to the end');
});

describe('a content coding is undone, and both bodies are kept', () => {
  const text = Buffer.from('{"users":[]}'.repeat(20));
  test.each([
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate, gzip', gzipSync(deflateSync(text))],
    ['identity', text],
  ])('for %s.', async (coding, body) => {
    const { answer: got, failure } = await outcomeOf(answer('200 OK', [`Content-Encoding: ${coding}`], body));
    expect(failure).toBeUndefined();
    expect(got?.body.equals(body)).toBe(true);
    expect(got?.decoded?.equals(text)).toBe(true);
  });
});

test('Content codings in two headers are undone in their order.', async () => {
  const body = gzipSync(deflateSync('twice'));
  const { answer: got } = await outcomeOf(
    answer('200 OK', ['Content-Encoding: deflate', 'Content-Encoding: gzip'], body),
  );
  expect(got?.decoded?.toString()).toBe('twice');
});

test.each(['100 Continue', '102 Processing', '103 Early Hints'])(
  'An answer before the answer is passed over, though nobody asked for it: %s (ruling 44).',
  async (status) => {
    const { answer: got, failure } = await outcomeOf(
      `HTTP/1.1 ${status}\r\nLink: </a>\r\n\r\n`,
      answer('200 OK', [], 'final'),
    );
    expect(failure).toBeUndefined();
    expect(got).toMatchObject({ status: 200, body: Buffer.from('final') });
    expect(got?.headers.map(([name]) => name)).toEqual(['Content-Length']);
  },
);

test('A redirect is an answer and is not followed.', async () => {
  const server = await rawServer(answering(answer('302 Found', ['Location: /elsewhere'])));
  const { answer: got } = await sendTo(server);
  expect(got?.status).toBe(302);
  expect(Buffer.concat(server.received).toString()).not.toContain('elsewhere');
});

test('An answer without a body has an empty one.', async () => {
  const { answer: got } = await outcomeOf('HTTP/1.1 204 No Content\r\n\r\n');
  expect(got === undefined ? undefined : bodyOf(got)).toEqual(Buffer.alloc(0));
});

test('An answer to an unmodified resource may say how long its body would be.', async () => {
  const { answer: got, failure } = await outcomeOf('HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n');
  expect([failure, got?.status, got?.body.length]).toEqual([undefined, 304, 0]);
});

test('What stands behind an answer is no part of it, and ends the connection.', async () => {
  const whole = answer('200 OK', [], 'one');
  const server = await rawServer(answering(Buffer.concat([whole, whole])));
  const connections = connectionsTo(server);
  for (const _ of [1, 2]) {
    const { answer: got, failure } = await sendTo(server, {}, {}, connections);
    expect([failure, got?.body.toString()]).toEqual([undefined, 'one']);
  }
  expect(server.received).toHaveLength(2);
});

test('A connection is kept for as long as the target says, less two seconds.', async () => {
  const server = await rawServer(answering(answer('200 OK', ['Keep-Alive: timeout=2'])));
  const connections = connectionsTo(server);
  for (const _ of [1, 2]) await sendTo(server, {}, {}, connections);
  expect(server.received).toHaveLength(2);
});

test('An answer that declares a content coding for an empty body is whole.', async () => {
  const { answer: got, failure } = await outcomeOf(answer('200 OK', ['Content-Encoding: gzip']));
  expect(failure).toBeUndefined();
  expect(got?.decoded).toEqual(Buffer.alloc(0));
});

test('A connection that was kept and is closed by the server is replaced.', async () => {
  const server = await rawServer((socket, nth) => {
    socket.on('data', () => {
      socket.write(answer('200 OK', [], `connection ${nth}`));
      if (nth === 1) setImmediate(() => socket.end());
    });
  });
  const connections = connectionsTo(server);
  await sendTo(server, {}, {}, connections);
  await new Promise((resolve) => setTimeout(resolve, 30));
  const { answer: got, failure } = await sendTo(server, {}, {}, connections);
  expect(failure).toBeUndefined();
  expect(got?.body.toString()).toBe('connection 2');
});

test.each([false, true])(
  'An answer that ends the connection before the whole request is written is read, in chunks: %s.',
  async (isChunked) => {
    const server = await rawServer((socket) => {
      socket.once('data', () => {
        socket.pause();
        socket.write(answer('403 Forbidden', ['Connection: close'], 'no'), () => socket.destroy());
      });
    });
    const body = Buffer.alloc(30_000, 'a');
    const spec = { method: 'POST', body, ...(isChunked ? { isChunked } : {}) };
    for (let time = 1; time <= 10; time += 1) {
      const { answer: got, failure } = await sendTo(server, spec);
      expect([got?.status, failure]).toEqual([403, undefined]);
    }
  },
);
