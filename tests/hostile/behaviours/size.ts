import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { pour } from '../bare.ts';
import type { Behaviour } from '../behaviour.ts';
import { inFront, type Misbehave, onExecute, onTopology, onUsers, type When, whole } from '../front.ts';

const json = 'Content-Type: application/json';
const megabyte = 1_000_000;

/** Each answer with another body, as JSON with the status of the honest one. */
function bodies(make: () => Buffer | string, when: When, headers: readonly string[] = []) {
  return () => {
    const body = Buffer.from(make());
    const misbehave: Misbehave = (socket, { status }) =>
      socket.write(whole({ status, headers: [json, ...headers], body }));
    return inFront(misbehave, when);
  };
}

const nested = (depth: number, open: string, close: string): string =>
  `${open.repeat(depth)}1${close.repeat(depth)}`;
const deepObject = (): string => nested(100_000, '{"a":', '}');
const page = (users: string, more = ''): string => `{"users":${users},"nextPageToken":""${more}}`;
const bomb = (compress: (bytes: Buffer) => Buffer): Buffer => compress(Buffer.alloc(200 * megabyte, ' '));

/** Answers that are too long, too deep, or too many. */
export const sizeBehaviours: readonly Behaviour[] = [
  {
    name: 'endless page bodies',
    serve: () =>
      inFront((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\n${json}\r\n\r\n{"users":["`);
        pour(socket, 'x'.repeat(65_536));
      }, onUsers),
    statuses: [3],
    // Several bodies of up to 32 MiB arrive at once.
    sample: true,
  },
  {
    name: 'an endless page token',
    serve: () =>
      inFront(
        (socket) => {
          socket.write(`HTTP/1.1 200 OK\r\n${json}\r\n\r\n{"users":["`);
          pour(socket, 'x'.repeat(65_536));
        },
        ({ target }) => /pageToken=./.test(target),
      ),
    statuses: [3],
  },
  {
    name: 'one string of 100 MB',
    serve: bodies(() => `{"users":["${'x'.repeat(100 * megabyte)}"]}`, onUsers),
    statuses: [3],
  },
  {
    name: 'one string of 15 MB in each page',
    serve: bodies(() => page(`[{"id":"${'x'.repeat(15 * megabyte)}"}]`), onUsers),
    statuses: [1, 3],
  },
  {
    name: 'a gzip bomb',
    serve: bodies(() => bomb(gzipSync), onUsers, ['Content-Encoding: gzip']),
    statuses: [3],
  },
  {
    name: 'a gzip bomb inside a gzip bomb',
    serve: bodies(() => gzipSync(bomb(gzipSync)), onUsers, ['Content-Encoding: gzip, gzip']),
    statuses: [3],
  },
  {
    name: 'a brotli bomb',
    serve: bodies(
      () => bomb((bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } })),
      onUsers,
      ['Content-Encoding: br'],
    ),
    statuses: [3],
  },
  {
    name: 'a listing of arrays 400,000 deep',
    serve: bodies(() => nested(400_000, '[', ']'), onUsers),
    statuses: [1],
  },
  {
    name: 'a listing with a user that is 100,000 objects deep',
    serve: bodies(() => page(`[${deepObject()}]`), onUsers),
    statuses: [1],
  },
  {
    name: 'a listing with an unknown field that is 100,000 objects deep',
    serve: bodies(() => page('[]', `,"more":${deepObject()}`), onUsers),
    statuses: [0, 1],
  },
  {
    name: 'users with annotations 100,000 objects deep',
    serve: bodies(() => page(`[{"id":"a","metadata":{"annotations":{"a":${deepObject()}}}}]`), onUsers),
    statuses: [1],
  },
  {
    name: 'topologies 100,000 objects deep',
    serve: bodies(
      () =>
        `{"partyId":${deepObject()},"topologyTransactions":[${deepObject()}],"multiHash":${deepObject()}}`,
      onTopology,
    ),
    statuses: [1],
  },
  {
    name: 'errors 100,000 objects deep',
    serve: bodies(
      () => `{"code":${deepObject()},"cause":"x","context":${deepObject()},"errorCategory":1}`,
      onExecute,
    ),
    statuses: [1],
  },
  {
    name: 'a page of 200,000 users',
    serve: bodies(
      () => page(JSON.stringify(Array.from({ length: 200_000 }, (_, nth) => ({ id: `user-${nth}` })))),
      onUsers,
    ),
    statuses: [0, 1, 3],
  },
  {
    name: 'an object of a million members',
    serve: bodies(
      () => `{${Array.from({ length: 1_000_000 }, (_, nth) => `"k${nth}":1`).join(',')}}`,
      onUsers,
    ),
    statuses: [0, 1, 3],
  },
  {
    name: 'numbers of 100,000 digits',
    serve: bodies(
      () =>
        `{"partyId":${'9'.repeat(100_000)},"multiHash":1e999999,"topologyTransactions":-0.${'0'.repeat(100_000)}1}`,
      onTopology,
    ),
    statuses: [1],
  },
  {
    name: 'ten thousand topology transactions',
    serve: bodies(
      () =>
        JSON.stringify({
          partyId: 'a::b',
          publicKeyFingerprint: 'b',
          multiHash: 'c',
          topologyTransactions: Array(10_000).fill('CgEAEB4='),
        }),
      onTopology,
    ),
    statuses: [1],
  },
];
