import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { answer, answering, type OnConnection, rawServer } from './raw-server.ts';
import { connectionsTo, sendTo } from './sending.ts';

const once =
  (act: (socket: Parameters<OnConnection>[0]) => void): OnConnection =>
  (socket) => {
    socket.once('data', () => act(socket));
  };

test('A body shorter than its Content-Length is cut, and the bytes that came are kept.', async () => {
  const server = await rawServer(
    once((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this')),
  );
  const { answer: got, failure } = await sendTo(server);
  expect(failure?.kind).toBe('cut');
  expect(got).toMatchObject({ status: 200, body: Buffer.from('only this') });
});

test('A chunked body without its last chunk is cut.', async () => {
  const server = await rawServer(
    once((socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n')),
  );
  const { answer: got, failure } = await sendTo(server);
  expect(failure?.kind).toBe('cut');
  expect(got?.body.toString()).toBe('half');
});

test('A connection that is reset inside the answer is cut.', async () => {
  const server = await rawServer(
    once((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc', () =>
        setTimeout(() => socket.resetAndDestroy(), 20),
      );
    }),
  );
  const { answer: got, failure } = await sendTo(server);
  expect(failure?.kind).toBe('cut');
  expect(got?.status).toBe(200);
});

describe('no answer at all is closed', () => {
  test.each<[string, OnConnection]>([
    ['when the connection is reset', once((socket) => socket.resetAndDestroy())],
    ['when the connection is ended', once((socket) => socket.end())],
    ['when the connection ends inside the head', once((socket) => socket.end('HTTP/1.1 200 OK\r\nX-Half'))],
  ])('%s.', async (_name, onConnection) => {
    const { answer: got, failure } = await sendTo(await rawServer(onConnection));
    expect(failure?.kind).toBe('closed');
    expect(got).toBeUndefined();
  });

  test('when a kept connection is closed under the request.', async () => {
    let requests = 0;
    const server = await rawServer((socket) => {
      socket.on('data', () => {
        requests += 1;
        if (requests === 1) socket.write(answer('200 OK', []));
        else socket.destroy();
      });
    });
    const connections = connectionsTo(server);
    await sendTo(server, { method: 'POST', body: Buffer.from('1') }, {}, connections);
    const { failure } = await sendTo(server, { method: 'POST', body: Buffer.from('2') }, {}, connections);
    expect(failure?.kind).toBe('closed');
    expect(requests).toBe(2);
  });
});

test('A port that nothing listens on refuses the connection.', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  const { failure } = await sendTo({ origin: new URL(`http://127.0.0.1:${port}`) });
  expect(failure?.kind).toBe('refused');
  expect(failure?.message).toContain('ECONNREFUSED');
});

describe('what does not end within the bound is a timeout', () => {
  test('with nothing sent.', async () => {
    const { failure, answer: got, ms } = await sendTo(await rawServer(() => undefined), {}, { answerMs: 80 });
    expect(failure?.kind).toBe('timeout');
    expect(got).toBeUndefined();
    expect(ms).toBeLessThan(1_000);
  });

  test('with a head and no body, and what came is kept.', async () => {
    const server = await rawServer(answering('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'));
    const { failure, answer: got } = await sendTo(server, {}, { answerMs: 800 });
    expect(failure?.kind).toBe('timeout');
    expect(got).toMatchObject({ status: 200, body: Buffer.from('abc') });
  });

  test('with interim answers for ever.', async () => {
    const server = await rawServer((socket) => {
      socket.once('data', () => {
        const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 10);
        socket.on('close', () => clearInterval(timer));
      });
    });
    const { failure, answer: got } = await sendTo(server, {}, { answerMs: 120 });
    expect(failure?.kind).toBe('timeout');
    expect(got).toBeUndefined();
  });
});

test('A body that is still arriving at the bound is slow.', async () => {
  const server = await rawServer((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const timer = setInterval(() => socket.write('1\r\nx\r\n'), 10);
      socket.on('close', () => clearInterval(timer));
    });
  });
  const { failure } = await sendTo(server, {}, { answerMs: 120 });
  expect(failure?.kind).toBe('slow');
});

test('A body longer than the bound is endless, and at most the bound is kept.', async () => {
  const server = await rawServer((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const pour = (): void => {
        while (!socket.destroyed && socket.write(Buffer.alloc(16_384, 'x')));
      };
      socket.on('drain', pour);
      pour();
    });
  });
  const { failure, answer: got } = await sendTo(server, {}, { bodyBytes: 100_000 });
  expect(failure?.kind).toBe('endless');
  expect(got?.body.length).toBeLessThanOrEqual(100_000);
});

test('Large bodies that arrive together are all taken, and their connections can be used again.', async () => {
  const body = Buffer.alloc(9_000_000, 'x');
  const server = await rawServer((socket) => {
    socket.on('data', () => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`);
      socket.write(body);
    });
  });
  const connections = connectionsTo(server);
  for (const _ of [1, 2]) {
    const sent = Array.from({ length: 6 }, () =>
      sendTo(server, {}, { answerMs: 10_000, bodyBytes: 10_000_000 }, connections),
    );
    for (const { failure, answer: got } of await Promise.all(sent)) {
      expect(failure).toBeUndefined();
      expect(got?.body.length).toBe(body.length);
    }
  }
  expect(server.received).toHaveLength(6);
});

test('A large body that waits for others is slow, not hanging.', async () => {
  const server = await rawServer((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const some = Buffer.alloc(5_000_000, 'x');
      socket.write(Buffer.concat([Buffer.from('4c4b40\r\n'), some, Buffer.from('\r\n')]));
      const timer = setInterval(() => socket.write('1\r\nx\r\n'), 10);
      socket.on('close', () => clearInterval(timer));
    });
  });
  const sent = Array.from({ length: 4 }, () =>
    sendTo(server, {}, { answerMs: 1_500, bodyBytes: 10_000_000 }),
  );
  expect((await Promise.all(sent)).map(({ failure }) => failure?.kind)).toEqual(Array(4).fill('slow'));
});

test('A head longer than the bound is not HTTP that is read.', async () => {
  const server = await rawServer(
    answering(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(80_000)}\r\nContent-Length: 0\r\n\r\n`),
  );
  const { failure } = await sendTo(server);
  expect(failure?.kind).toBe('protocol');
});

test.each([
  ['no status line', 'hello, this is not HTTP\r\n\r\n'],
  ['a header without a colon', 'HTTP/1.1 200 OK\r\nbroken header\r\n\r\n'],
  ['a Content-Length that is not a number', 'HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n'],
  ['a chunk size that is not a number', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
])('An answer with %s is not valid HTTP.', async (_name, bytes) => {
  const { failure } = await sendTo(await rawServer(answering(bytes)));
  expect(failure?.kind).toBe('protocol');
});

describe('a body that its declared coding does not fit', () => {
  test.each([
    ['an unknown coding', 'zstd-of-tomorrow', Buffer.from('abc')],
    ['no gzip', 'gzip', Buffer.from('this is no gzip')],
    ['half a gzip', 'gzip', gzipSync('x'.repeat(5_000)).subarray(0, 20)],
  ])('is undecodable, and kept as it came: %s.', async (_name, coding, body) => {
    const server = await rawServer(answering(answer('200 OK', [`Content-Encoding: ${coding}`], body)));
    const { failure, answer: got } = await sendTo(server);
    expect(failure?.kind).toBe('undecodable');
    expect(got?.body.equals(body)).toBe(true);
    expect(got?.decoded).toBeUndefined();
  });

  test('is endless where it decodes to more than the bound.', async () => {
    const bomb = gzipSync(Buffer.alloc(2_000_000));
    const server = await rawServer(answering(answer('200 OK', ['Content-Encoding: gzip'], bomb)));
    const { failure, answer: got } = await sendTo(server, {}, { decodedBytes: 100_000 });
    expect(failure?.kind).toBe('endless');
    expect(got?.body.length).toBe(bomb.length);
  });
});

test('No failure message holds a credential, even where the request itself cannot be sent.', async () => {
  const secret = 'eyJhbGciOiJIUzI1NiJ9.secret-payload.secret-signature';
  const send = async (onConnection: OnConnection, value: string) =>
    sendTo(await rawServer(onConnection), { headers: [['Authorization', value]] }, { answerMs: 80 });
  const outcomes = await Promise.all([
    send(
      once((socket) => socket.resetAndDestroy()),
      `Bearer ${secret}`,
    ),
    send(
      once((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n')),
      `Bearer ${secret}`,
    ),
    send(answering('nonsense\r\n\r\n'), `Bearer ${secret}`),
    send(() => undefined, `Bearer ${secret}`),
    send(() => undefined, `Bearer ${secret}\r\nX: y`),
  ]);
  for (const { failure } of outcomes) {
    expect(failure?.message).toMatch(/\.$/);
    expect(failure?.message).not.toContain('secret-');
  }
});
