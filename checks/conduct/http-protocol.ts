import { gzipSync } from 'node:zlib';
import { bytesFrom, textFrom } from '../../generators/seeding.ts';
import type { HeaderPair } from '../../wire/exchange.ts';
import type { OperationRequest } from '../../wire/operation-request.ts';
import type { OpenRequest } from './open.ts';

/** A valid request with more headers, of which the first names the case. */
function withHeaders(request: OperationRequest, headers: readonly HeaderPair[]): OpenRequest {
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

/** Ruling 34: requests in other protocols, by the requirement that observes their answers. */
export const protocolRequests: Readonly<
  Record<string, (request: OperationRequest, identity: string) => readonly OpenRequest[]>
> = {
  'HTTP-OPEN-EXPECT': (request, identity) => [
    withHeaders(request, [['Expect', '200-ok']]),
    {
      ...withHeaders(request, [['Expect', textFrom(['expect', identity], 'abcdefghijklmnopqrstuvwxyz', 12)]]),
      detail: 'Expect: a-word',
    },
  ],
  'HTTP-OPEN-TRANSFER-CODING': (request) => [
    withHeaders(request.body === undefined ? request : { ...request, body: gzipSync(request.body) }, [
      ['Transfer-Encoding', 'gzip, chunked'],
    ]),
    withHeaders(request, [['Transfer-Encoding', 'identity']]),
  ],
  'HTTP-OPEN-UPGRADE': (request, identity) => [
    withHeaders(request, http2),
    withHeaders(request, handshakeWith(Buffer.alloc(0)).slice(0, 2)),
    {
      kind: 'websocket-handshake',
      scheme: 'api-key',
      request: {
        method: 'GET',
        headers: handshakeWith(bytesFrom(['handshake', identity], 16)),
        contentType: null,
        written: {},
      },
    },
  ],
  'HTTP-OPEN-VERSION': (request) =>
    ['1.0', '2.0'].map((version) => ({
      kind: 'http-version',
      detail: version,
      request: { ...request, written: { version } },
    })),
};
