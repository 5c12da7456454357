import { gzipSync } from 'node:zlib';
import { asked, bare, drip, pour, saying } from '../bare.ts';
import type { Behaviour } from '../behaviour.ts';
import { inFront, listening, type Misbehave, onUsers, whole } from '../front.ts';

const status = 'HTTP/1.1 200 OK\r\n';
const head = `${status}Content-Type: application/json\r\n`;

/** Each listing with other bytes in place of its head; everything else as it should be. */
function listings(headOf: (length: number) => string, bodyOf = (body: Buffer): string | Buffer => body) {
  const misbehave: Misbehave = (socket, honest) => {
    if (honest.status !== 200) {
      socket.write(whole(honest));
      return;
    }
    const changed = Buffer.from(bodyOf(honest.body));
    socket.end(Buffer.concat([Buffer.from(headOf(changed.length), 'latin1'), changed]));
  };
  return () => inFront(misbehave, onUsers);
}

const withHeader = (line: string) =>
  listings((length) => `${head}${line}\r\nContent-Length: ${length}\r\n\r\n`);
const chunked = (body: string) =>
  listings(
    () => `${head}Transfer-Encoding: chunked\r\n\r\n`,
    () => body,
  );

/** A second server that must never be asked. */
async function redirecting(to: (port: number) => string) {
  let followed = 0;
  const other = await listening(() => {
    followed += 1;
  });
  const served = await inFront((socket) => {
    socket.write(`HTTP/1.1 307 Elsewhere\r\nLocation: ${to(other.port)}\r\nContent-Length: 0\r\n\r\n`);
  }, onUsers);
  return {
    ...served,
    afterwards() {
      if (followed > 0) throw new Error('A redirect to another server was followed.');
    },
    async close() {
      await served.close();
      await other.close();
    },
  };
}

/** Heads and bodies that are not what they say. */
export const framingBehaviours: readonly Behaviour[] = [
  {
    name: 'endless headers',
    serve: () => bare(asked((socket) => pour(socket, `${status}X: ${'y'.repeat(50)}\r\n`))),
    statuses: [3],
  },
  {
    name: 'one endless header line',
    serve: () =>
      bare(
        asked((socket) => {
          socket.write(`${status}X: `);
          pour(socket, 'y'.repeat(9_999));
        }),
      ),
    statuses: [3],
  },
  {
    name: 'ten thousand headers',
    serve: withHeader(Array.from({ length: 10_000 }, (_, nth) => `X-${nth}: y`).join('\r\n')),
    statuses: [1],
  },
  { name: 'headers of 60 KB', serve: withHeader(`X: ${'y'.repeat(60_000)}`), statuses: [0] },
  { name: 'a folded header', serve: withHeader('X: y\r\n folded'), statuses: [0, 1] },
  { name: 'NUL in a header', serve: withHeader('X: a\u0000b'), statuses: [1] },
  {
    name: 'control characters in a header',
    serve: withHeader('X: a\u0007\u001b[2J\u0008b'),
    statuses: [0, 1],
  },
  { name: 'a header name with spaces', serve: withHeader('X y z: a'), statuses: [1] },
  { name: 'non-ASCII headers', serve: withHeader('X: \u00e4\u00ff\u009b2J'), statuses: [0, 1] },
  { name: 'an invalid status line', serve: () => bare(saying('HTTP OK\r\n\r\n')), statuses: [3] },
  {
    name: 'HTTP/0.9: a body and nothing else',
    serve: () => bare(asked((socket) => socket.end('{"users":[]}'))),
    statuses: [3],
  },
  {
    name: 'HTTP/2 frames',
    serve: () => bare((socket) => socket.write(Buffer.from([0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 100]))),
    statuses: [3],
  },
  {
    name: 'HTTP/9.9',
    serve: listings((length) => `HTTP/9.9 200 OK\r\nContent-Length: ${length}\r\n\r\n`),
    statuses: [1],
  },
  {
    name: 'status 999',
    serve: listings(
      (length) => `HTTP/1.1 999 Odd\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
    ),
    statuses: [1, 3],
  },
  {
    name: 'status 000',
    serve: listings((length) => `HTTP/1.1 000 None\r\nContent-Length: ${length}\r\n\r\n`),
    statuses: [1, 3],
  },
  {
    name: 'a reason phrase of 10 KB with commands',
    serve: listings(
      (length) =>
        `HTTP/1.1 200 ::error::${'x'.repeat(10_000)}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
    ),
    statuses: [0, 1],
  },
  {
    name: 'Content-Length too small',
    serve: listings((length) => `${head}Content-Length: ${length - 7}\r\n\r\n`),
    statuses: [1],
  },
  {
    name: 'Content-Length too large',
    serve: listings((length) => `${head}Content-Length: ${length + 7}\r\n\r\n`),
    statuses: [1],

    sample: true,
  },
  {
    name: 'Content-Length of 100 GB',
    serve: listings(() => `${head}Content-Length: 100000000000\r\n\r\n`),
    statuses: [1],
  },
  {
    name: 'a Content-Length larger than any integer',
    serve: listings(() => `${head}Content-Length: 99999999999999999999999999\r\n\r\n`),
    statuses: [1],
  },
  {
    name: 'a negative Content-Length',
    serve: listings(() => `${head}Content-Length: -1\r\n\r\n`),
    statuses: [1],
  },
  {
    name: 'two different Content-Lengths',
    serve: listings((length) => `${head}Content-Length: ${length}\r\nContent-Length: ${length + 1}\r\n\r\n`),
    statuses: [1],
  },
  {
    name: 'Content-Length and chunked encoding',
    serve: listings(
      (length) => `${head}Content-Length: ${length}\r\nTransfer-Encoding: chunked\r\n\r\n`,
      (body) => `${body.length.toString(16)}\r\n${body.toString()}\r\n0\r\n\r\n`,
    ),
    statuses: [0, 1],
  },
  { name: 'a chunk size that is not a number', serve: chunked('zz\r\n{}\r\n0\r\n\r\n'), statuses: [1] },
  {
    name: 'a chunk size larger than any integer',
    serve: chunked('fffffffffffffffff\r\n{}\r\n0\r\n\r\n'),
    statuses: [1],
  },
  { name: 'chunked encoding without a last chunk', serve: chunked('2\r\n{}\r\n'), statuses: [1] },
  {
    name: 'an endless chunk extension',
    serve: () =>
      inFront((socket) => {
        socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n2;`);
        pour(socket, 'x'.repeat(9_999));
      }, onUsers),
    statuses: [1, 3],
  },
  {
    name: 'endless trailers',
    serve: () =>
      inFront((socket) => {
        socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n`);
        pour(socket, 'X: y\r\n'.repeat(999));
      }, onUsers),
    statuses: [1, 3],
  },
  {
    name: 'an unknown transfer coding',
    serve: listings(() => `${head}Transfer-Encoding: rot13\r\n\r\n`),
    statuses: [0, 1],
  },
  {
    name: 'a body that is not gzip, but declared as gzip',
    serve: withHeader('Content-Encoding: gzip'),
    statuses: [1],
  },
  {
    name: 'truncated gzip',
    serve: listings(
      (length) => `${head}Content-Encoding: gzip\r\nContent-Length: ${length}\r\n\r\n`,
      (body) => gzipSync(body).subarray(0, -9),
    ),
    statuses: [1],
  },
  {
    name: 'an unknown content coding',
    serve: withHeader('Content-Encoding: zip-of-tomorrow'),
    statuses: [1],
  },
  {
    name: 'a hundred nested content codings',
    serve: withHeader(`Content-Encoding: ${Array(100).fill('gzip').join(', ')}`),
    statuses: [1],
  },
  {
    name: '204 with a body',
    serve: listings((length) => `HTTP/1.1 204 None\r\nContent-Length: ${length}\r\n\r\n`),
    statuses: [1],
  },
  {
    name: 'a flood of 102 and no response',
    serve: () => inFront((socket) => pour(socket, 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(99)), onUsers),
    statuses: [1],
  },
  {
    name: 'a thousand 103 before each response',
    serve: () =>
      inFront((socket, honest) => {
        socket.write('HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\n'.repeat(1_000));
        socket.write(whole(honest));
      }, onUsers),
    statuses: [0],
  },
  {
    name: 'a 101 that was not requested',
    serve: () =>
      inFront(
        (socket) =>
          socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: noise\r\nConnection: Upgrade\r\n\r\n'),
        onUsers,
      ),
    statuses: [1, 3],
  },
  {
    name: 'a redirect to itself',
    serve: () =>
      inFront(
        (socket, _, { target }) =>
          socket.write(`HTTP/1.1 302 Again\r\nLocation: ${target}\r\nContent-Length: 0\r\n\r\n`),
        onUsers,
      ),
    statuses: [1],
  },
  {
    name: 'a redirect to another server',
    serve: () => redirecting((port) => `http://127.0.0.1:${port}/`),
    statuses: [1],

    sample: true,
  },
  { name: 'a redirect to a file', serve: () => redirecting(() => 'file:///etc/passwd'), statuses: [1] },
  {
    name: 'headers at one byte per 200 ms',
    serve: () =>
      bare(asked((socket) => drip(socket, (nth) => `${head}Content-Length: 2\r\n\r\n{}`.charAt(nth), 200))),
    statuses: [3],
  },
];
