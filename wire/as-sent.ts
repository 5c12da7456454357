import type { Written } from './channel.ts';
import { type Exact, expectsContinue, type Framing, inOrderOf, nameWriterOf } from './client-style.ts';
import type { Client } from './clients.ts';
import { type HeaderPair, headerValues, type SentRequest } from './exchange.ts';

/** What a request consists of, without the headers that say how it is sent. */
export type RequestSpec = Omit<SentRequest, 'body'> &
  Partial<Pick<SentRequest, 'body'>> & { readonly isChunked?: true };

/** How a request differs from an ordinary one. */
export interface Unusual {
  /** The version in the request line; 1.1 by default. */
  readonly version?: string;
  /** The connection is reset within the body, or behind it before the answer: nothing is waited for. */
  readonly isBrokenOff?: 'within-body' | 'behind-body';
  /** No length says that there is no body (RFC 9112 section 6.3). */
  readonly isWithoutLength?: true;
}

/** A request with its whole head, and how it is written. */
export interface Planned extends Unusual {
  readonly sent: SentRequest;
  /** Besides those of clients: in one chunk, or in chunks that divide characters of several bytes. */
  readonly framing: Framing | 'one-chunk' | 'small-chunks';
  /** The client with whose other requests it shares connections; otherwise, only a fresh one is good enough. */
  readonly keptFor?: string;
  /** Its response is only observed, and not waited for as long. */
  readonly isObserved?: true;
}

/** The name under which the suite keeps connections of its own. */
export const ownConnections = 'suite';

/** As the suite sends most requests: Host and Connection in front, the length behind. */
export function planAsSuite(host: string, spec: RequestSpec): Planned {
  const { method, target, body = Buffer.alloc(0) } = spec;
  const headers: HeaderPair[] = [['host', host], ['connection', 'keep-alive'], ...spec.headers];
  const isInChunks = spec.isChunked === true && body.length > 0;
  // The length of an empty body is sent only if the method expects a body (RFC 9110 §8.6).
  const expected = ['POST', 'PUT', 'PATCH'].includes(method);
  if (isInChunks) headers.push(['transfer-encoding', 'chunked']);
  else if (body.length > 0 || expected) headers.push(['content-length', String(body.length)]);
  const sent = { method, target, headers, body };
  return { sent, framing: isInChunks ? 'small-chunks' : 'length', keptFor: ownConnections };
}

/** As an ordinary client writes it: order and case of all its headers, and how it writes the body. */
export function planAsClient(host: string, spec: RequestSpec, client: Client, exact: Exact): Planned {
  const { method, target, headers, isChunked, body = Buffer.alloc(0) } = spec;
  const framing = isChunked === true ? 'chunked' : exact.framing;
  const connection = exact.connection ?? client.connection;
  const named = nameWriterOf(client);
  const all: HeaderPair[] = [[named('Host'), host]];
  if (connection !== undefined) all.push([named('Connection'), connection]);
  all.push(...headers);
  const hasBody = method !== 'GET' || body.length > 0;
  if (hasBody)
    all.push(
      framing === 'chunked'
        ? [named('Transfer-Encoding'), 'chunked']
        : [named('Content-Length'), String(body.length)],
    );
  if (expectsContinue(framing, body)) all.push([named('Expect'), '100-continue']);
  return {
    sent: { method, target, headers: inOrderOf(client, all), body },
    framing: hasBody || framing === 'head-in-parts' ? framing : 'length',
    keptFor: exact.keptFor,
  };
}

/** On a connection of its own, with any header and version. */
export function planUnusual(host: string, spec: RequestSpec, unusual: Unusual): Planned {
  const { method, target, headers, body: whole = Buffer.alloc(0) } = spec;
  const has = (name: string): boolean => headerValues(headers, name).length > 0;
  const codings = headerValues(headers, 'transfer-encoding');
  const all: HeaderPair[] = [['Host', host]];
  if (!has('connection')) all.push(['Connection', 'close']);
  all.push(...headers);
  const hasLength = unusual.isWithoutLength !== true && (whole.length > 0 || method !== 'GET');
  if (codings.length === 0 && hasLength) all.push(['Content-Length', String(whole.length)]);
  const body = unusual.isBrokenOff === 'within-body' ? whole.subarray(0, whole.length >> 1) : whole;
  const isInChunks =
    unusual.isBrokenOff === undefined && codings.some((coding) => /\bchunked\b/i.test(coding));
  const framing = isInChunks ? 'one-chunk' : 'length';
  const isObserved = unusual.isWithoutLength === true ? {} : { isObserved: true as const };
  return { sent: { method, target, headers: all, body }, framing, ...isObserved, ...unusual };
}

/** In how many parts a body is written. */
const parts: Partial<Record<Planned['framing'], number>> = { chunked: 3, 'two-writes': 2, 'many-writes': 12 };

/** Few bytes each, so that characters of several bytes are divided. */
const chunkBytes = 61;

/** A request with its head divided in the method, the target, a name, its line break and the empty line at its end. */
function inParts([whole = Buffer.alloc(0)]: readonly Buffer[]): Buffer[] {
  const line = whole.indexOf('\r\n');
  const cuts = [
    0,
    1,
    whole.indexOf(' ') + 3,
    line + 1,
    line + 4,
    whole.indexOf('\r\n\r\n') + 3,
    whole.length,
  ];
  return cuts.slice(1).map((cut, at) => whole.subarray(cuts[at], cut));
}

/** Long enough for a part to travel alone. Milliseconds. */
const pauseMs = 5;

/**
 * The bytes of a request, and how they are written.
 * @throws Error if the head has characters that no head can have
 */
export function writtenOf({ sent, framing, version = '1.1' }: Planned): Written {
  const { method, target, headers, body } = sent;
  const lines = [
    `${method} ${target} HTTP/${version}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  // A line break would begin another header, or the body.
  if (lines.some((line) => /[^\t\x20-\x7e\x80-\xff]/.test(line)))
    throw Object.assign(new Error('The head cannot be sent.'), { code: 'ERR_INVALID_CHAR' });
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  const size =
    framing === 'small-chunks' ? chunkBytes : Math.max(1, Math.ceil(body.length / (parts[framing] ?? 1)));
  const isInChunks = framing === 'chunked' || framing === 'one-chunk' || framing === 'small-chunks';
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const part = body.subarray(at, at + size);
    pieces.push(
      isInChunks
        ? Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')])
        : part,
    );
  }
  if (isInChunks) pieces.push(Buffer.concat([pieces.pop() ?? Buffer.alloc(0), Buffer.from('0\r\n\r\n')]));
  const isApart = framing === 'behind-head' || framing === 'expect-and-wait';
  const [first = Buffer.alloc(0), ...others] = pieces;
  const whole = [Buffer.concat([head, first]), ...others];
  return {
    writes:
      isApart && pieces.length > 0 ? [head, ...pieces] : framing === 'head-in-parts' ? inParts(whole) : whole,
    pauseMs: framing === 'small-chunks' ? 0 : pauseMs,
    awaitsContinue: framing === 'expect-and-wait',
    isHead: method === 'HEAD',
  };
}
