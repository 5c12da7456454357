import { gzipSync } from 'node:zlib';
import type { HeaderPair } from '../../wire/exchange.ts';
import type { OperationRequest } from '../../wire/wire.ts';
import type { OpenRequest } from './open.ts';

/** A valid request with more headers, of which the first names the case. */
function withHeaders(request: OperationRequest, headers: readonly HeaderPair[]): OpenRequest {
  const detail = headers.map(([name, value]) => `${name}: ${value}`)[0] ?? '';
  return { kind: 'header', detail, request: { ...request, headers, written: {} } };
}

/** The key of a handshake is 16 bytes in base64; this is the one of RFC 6455 §1.3. */
const handshake: readonly HeaderPair[] = [
  ['Upgrade', 'websocket'],
  ['Connection', 'Upgrade'],
  ['Sec-WebSocket-Version', '13'],
  ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
];

/** Settings of HTTP/2 for an upgrade without TLS: none (RFC 7540 §3.2.1). */
const http2: readonly HeaderPair[] = [
  ['Upgrade', 'h2c'],
  ['Connection', 'Upgrade, HTTP2-Settings'],
  ['HTTP2-Settings', ''],
];

/** Ruling 34: requests in other protocols, by the requirement that observes their answers. */
export const protocolRequests: Readonly<
  Record<string, (request: OperationRequest) => readonly OpenRequest[]>
> = {
  'HTTP-OPEN-EXPECT': (request) =>
    ['200-ok', 'a-server-that-knows-this'].map((value) => withHeaders(request, [['Expect', value]])),
  'HTTP-OPEN-TRANSFER-CODING': (request) => [
    withHeaders(request.body === undefined ? request : { ...request, body: gzipSync(request.body) }, [
      ['Transfer-Encoding', 'gzip, chunked'],
    ]),
    withHeaders(request, [['Transfer-Encoding', 'identity']]),
  ],
  'HTTP-OPEN-UPGRADE': (request) => [
    withHeaders(request, http2),
    withHeaders(request, handshake.slice(0, 2)),
    {
      kind: 'websocket-handshake',
      scheme: 'api-key',
      request: { method: 'GET', headers: handshake, contentType: null, written: {} },
    },
  ],
  'HTTP-OPEN-VERSION': (request) =>
    ['1.0', '2.0'].map((version) => ({
      kind: 'http-version',
      detail: version,
      request: { ...request, written: { version } },
    })),
};
