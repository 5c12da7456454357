import type { Client } from './clients.ts';
import { type Exact, expectsContinue, nameWriterOf } from './dress.ts';
import { type HeaderPair, headerValues, type SentRequest } from './exchange.ts';

/** What to send: header pairs are sent in this order and case, after Host and Connection; body bytes unchanged. */
export type RequestSpec = Omit<SentRequest, 'body'> &
  Partial<Pick<SentRequest, 'body'>> & { readonly isChunked?: true };

/** How a request differs from what the HTTP client sends. */
export interface Written {
  /** The version in the request line; 1.1 by default. */
  readonly version?: string;
  /** The connection is reset within the body, or behind it before the answer: nothing is waited for. */
  readonly isBrokenOff?: 'within-body' | 'behind-body';
}

/** What is sent on a connection of its own with any header and version. */
export interface WrittenSpec extends RequestSpec, Written {
  readonly host: string;
}

/** A request as an ordinary client writes it: order and case of all its headers, and how it writes the body. */
export interface ClientSpec extends RequestSpec, Exact {
  readonly host: string;
  readonly client: Client;
}

/** Whether the HTTP client sends the body in chunks. */
export function isInChunks({ body, isChunked }: RequestSpec): boolean {
  return isChunked === true && body !== undefined && body.length > 0;
}

/** The header pairs that the client adds itself, recorded in their order on the wire. */
export function sentOverHttpClient(host: string, spec: RequestSpec): SentRequest {
  const body = spec.body ?? Buffer.alloc(0);
  const headers: HeaderPair[] = [['host', host], ['connection', 'keep-alive'], ...spec.headers];
  // The client sends the length of an empty body only if the method expects a body (RFC 9110 §8.6).
  const expected = ['POST', 'PUT', 'PATCH'].includes(spec.method);
  if (isInChunks(spec)) headers.push(['transfer-encoding', 'chunked']);
  else if (body.length > 0 || expected) headers.push(['content-length', String(body.length)]);
  return { method: spec.method, target: spec.target, headers, body };
}

/** The request of a client, with the order and case of all its headers. */
export function sentAsClient({
  host,
  client,
  framing,
  connection: asked,
  method,
  target,
  headers,
  body = Buffer.alloc(0),
}: ClientSpec): SentRequest {
  const { hostLast } = client;
  const connection = asked ?? client.connection;
  const named = nameWriterOf(client);
  const hosts: readonly HeaderPair[] = [
    [named('Host'), host],
    ...(connection === undefined ? [] : [[named('Connection'), connection] as const]),
  ];
  const length: readonly HeaderPair[] =
    method === 'GET' && body.length === 0
      ? []
      : framing === 'chunked'
        ? [[named('Transfer-Encoding'), 'chunked']]
        : [[named('Content-Length'), String(body.length)]];
  const expected: readonly HeaderPair[] = expectsContinue(framing, body)
    ? [[named('Expect'), '100-continue']]
    : [];
  const own = [...headers, ...length, ...expected];
  const all = hostLast === true ? [...own, ...hosts] : [...hosts, ...own];
  return { method, target, headers: all, body };
}

/** Host, Connection and the length come with the rest, so that the client adds nothing. */
export function sentAsWritten({
  host,
  method,
  target,
  headers,
  body: whole = Buffer.alloc(0),
  isBrokenOff,
}: WrittenSpec): SentRequest {
  const body = isBrokenOff === 'within-body' ? whole.subarray(0, whole.length >> 1) : whole;
  const has = (name: string): boolean => headerValues(headers, name).length > 0;
  const hasLength = has('transfer-encoding') || (whole.length === 0 && method === 'GET');
  return {
    method,
    target,
    headers: [
      ['Host', host],
      ...(has('connection') ? [] : [['Connection', 'close'] as const]),
      ...headers,
      ...(hasLength ? [] : [['Content-Length', String(whole.length)] as const]),
    ],
    body,
  };
}
