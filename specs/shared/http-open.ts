import { gzipSync } from 'node:zlib';
import type { Case, CheckParts, Request, Run } from '../../engine/check.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { bufferSizes, padded, withUnknownMembers } from '../../generators/padding.ts';
import { bytesFrom, textFrom } from '../../generators/seeding.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { requirementFor } from '../../requirements/requirement-for.ts';
import { operations } from '../../schemas/openapi.ts';
import type { HeaderPair } from '../../wire/exchange.ts';
import type { MakeValid, Valid } from './cases.ts';
import { observedOf } from './open.ts';

/** Twice as large as a body that any target takes. */
const largeSize = 128 * 1024;

const acceptTwice: readonly HeaderPair[] = [
  ['Accept', 'application/json'],
  ['Accept', '*/*'],
];

const drawnWord = ({ identity }: Run, length: number): string =>
  textFrom([identity('word')], 'abcdefghijklmnopqrstuvwxyz', length);

const twice = (name: string): string => `${name}=1&${name}=2`;

/** Unknown members up to an ordinary size, and an unknown parameter: how the target takes them is open, the form of a rejection is not. */
function withUnknown(run: Run, request: Request): Case[] {
  const as = requirementFor(`${run.operation}.request`, { keyword: 'unknown-member' });
  if (as === undefined) return [];
  const wrong = { pointer: '', keyword: 'unknown-member' };
  const inQuery = { kind: 'unknown-parameter', as, wrong, request: { ...request, query: drawnWord(run, 7) } };
  const members = bufferSizes.map((size, index): Case => {
    const manner = index % 2 === 0 ? 'one' : 'many';
    const body = withUnknownMembers(request.body ?? Buffer.alloc(0), [size, manner], run.identity(index));
    return {
      kind: `${manner}-unknown-member`,
      detail: `${size} bytes`,
      as,
      wrong,
      request: { ...request, body },
    };
  });
  return [...members, inQuery];
}

/** A valid request with more headers, of which the first names the case. */
function withHeaders(request: Request, headers: readonly HeaderPair[]): Case {
  const detail = headers.map(([name, value]) => `${name}: ${value}`)[0] ?? '';
  return { kind: 'header', detail, request: { ...request, headers, written: {} } };
}

/** The headers of a handshake (RFC 6455 section 1.3); its key is 16 bytes in base64. */
const handshakeWith = (key: Buffer): readonly HeaderPair[] => [
  ['Upgrade', 'websocket'],
  ['Connection', 'Upgrade'],
  ['Sec-WebSocket-Version', '13'],
  ['Sec-WebSocket-Key', key.toString('base64')],
];

/** Settings of HTTP/2 for an upgrade without TLS: none (RFC 7540 §3.2.1). */
const http2: readonly HeaderPair[] = [
  ['Upgrade', 'h2c'],
  ['Connection', 'Upgrade, HTTP2-Settings'],
  ['HTTP2-Settings', ''],
];

const handshake = ({ request }: Valid, { identity }: Run): Case[] => [
  withHeaders(request, http2),
  withHeaders(request, handshakeWith(Buffer.alloc(0)).slice(0, 2)),
  {
    kind: 'websocket-handshake',
    request: {
      credential: 'api-key',
      method: 'GET',
      headers: handshakeWith(bytesFrom(['handshake', identity()], 16)),
      contentType: null,
      written: {},
    },
  },
];

const transferCodings = ({ request }: Valid): Case[] => [
  withHeaders(request.body === undefined ? request : { ...request, body: gzipSync(request.body) }, [
    ['Transfer-Encoding', 'gzip, chunked'],
  ]),
  withHeaders(request, [['Transfer-Encoding', 'identity']]),
];

const expectations = ({ request }: Valid, { identity }: Run): Case[] => {
  const word = textFrom(['expect', identity()], 'abcdefghijklmnopqrstuvwxyz', 12);
  return [
    withHeaders(request, [['Expect', '200-ok']]),
    { ...withHeaders(request, [['Expect', word]]), detail: 'Expect: a-word' },
  ];
};

const accepts = ({ request }: Valid): Case[] => [
  ...['application/xml', 'text/html'].map((type) => ({
    kind: 'accept',
    detail: type,
    request: { ...request, headers: [['Accept', type]] as const },
  })),
  ...['utf-8', 'utf-16', 'iso-8859-1'].map((charset) => ({
    kind: 'header',
    detail: `Accept-Charset: ${charset}`,
    request: { ...request, headers: [['Accept-Charset', charset]] as const },
  })),
];

const otherPaths = ({ request }: Valid, run: Run): Case[] => {
  const { path } = operations[run.operation];
  return [
    { kind: 'unknown-path-below', request: { ...request, path: `${path}/${drawnWord(run, 12)}` } },
    { kind: 'path-in-other-case', request: { ...request, path: path.toUpperCase() } },
  ];
};

/** Not DELETE: if it works, it could delete data. */
const otherMethods = (_: Valid, { operation }: Run): Case[] =>
  ['PUT', 'PATCH', 'OPTIONS', operations[operation].method === 'POST' ? 'GET' : 'POST'].map((method) => ({
    kind: 'method',
    detail: method,
    request: { method },
  }));

/**
 * On a connection that no other request uses. How much of such a request a target reads is open too, and what it leaves
 * unread, such as the body of a GET, would be taken for the beginning of the next request.
 */
export const alone = (each: Case): Case => ({ ...each, request: { connection: 'fresh', ...each.request } });

/** One request of this kind, changed like this. */
const one =
  (kind: string, change: (run: Run) => Partial<Request>) =>
  ({ request }: Valid, run: Run): Case[] => [{ kind, request: { ...request, ...change(run) } }];

/** Rulings 23 and 34: observes status and form of answers to other methods, paths, headers, sizes and protocols. */
export function declareHttpOpen(
  operation: Operation,
  valid: MakeValid,
  common: Partial<CheckParts> = {},
): void {
  const check = checksOf(operation, common);
  const open = observedOf((run) => valid(run, 0));
  const observed = (requests: Parameters<typeof open>[0]) =>
    open((base, run) => requests(base, run).map(alone));
  const versions = observed(({ request }) =>
    ['1.0', '2.0'].map((version) => ({
      kind: 'http-version',
      detail: version,
      request: { ...request, written: { version } },
    })),
  );
  const repeated = observed(({ request }, run) => [
    { kind: 'accept-twice', request: { ...request, headers: acceptTwice } },
    { kind: 'query-parameter-twice', request: { ...request, query: twice(drawnWord(run, 8)) } },
  ]);
  const longTarget = one('target-of-4000-characters', (run) => ({
    query: `long=${drawnWord(run, 4_000)}`,
  }));
  const largeHeader = one('header-of-12000-characters', (run) => ({
    headers: [['X-Long', drawnWord(run, 12_000)]],
  }));
  const invalid = one('percent-sign-without-digits-in-the-query', () => ({ query: 'broken=%zz' }));
  test(...check('HTTP-OPEN-METHOD', observed(otherMethods)));
  test(...check('HTTP-OPEN-PATH', observed(otherPaths)));
  test(...check('HTTP-OPEN-ACCEPT', observed(accepts)));
  test(...check('HTTP-OPEN-EXPECT', observed(expectations)));
  test(...check('HTTP-OPEN-TRANSFER-CODING', observed(transferCodings)));
  test(...check('HTTP-OPEN-UPGRADE', observed(handshake)));
  test(...check('HTTP-OPEN-VERSION', versions));
  test(...check('HTTP-OPEN-REPEATED', repeated));
  test(...check('HTTP-OPEN-LONG-TARGET', observed(longTarget)));
  test(...check('HTTP-OPEN-LARGE-HEADER', observed(largeHeader)));
  test(...check('HTTP-OPEN-INVALID', observed(invalid)));
}

/** Ruling 23: a body above any limit, and unknown members up to an ordinary size. */
export function largeBodies(valid: MakeValid): CheckParts {
  return observedOf((run) => valid(run, 0))(({ request }, run) => [
    ...withUnknown(run, request),
    alone({
      kind: 'large-body',
      request: { ...request, body: padded(request.body ?? Buffer.alloc(0), largeSize, 'in-front') },
    }),
  ]);
}
