import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import type { Bounds } from './bounds.ts';
import { headerValues, type SentRequest } from './exchange.ts';
import type { OpenSocket } from './open-socket.ts';
import { Bounded, type Collected, type Outcome, outcomeOf, type RequestSpec, rawPairs } from './send.ts';

/** How long to wait for an answer in another protocol; it is only observed. Milliseconds. */
const patienceMs = 2_000;

/** How a request differs from what the HTTP client sends. */
export interface Written {
  /** The version in the request line; 1.1 by default. */
  readonly version?: string;
}

/**
 * Sends one request on a connection of its own, with any header and any version in its first line. Like `sendOnce`, it
 * never throws for anything a target does.
 */
export async function sendWritten(
  open: OpenSocket,
  spec: RequestSpec & Written & { readonly host: string },
  bounds: Bounds,
): Promise<Outcome> {
  const sent = asWritten(spec);
  const started = performance.now();
  const collected: Collected = { status: 0, reason: '', headers: [], chunks: [], bytes: 0 };
  const error = await open().then(
    (socket) => exchangeOn(socket, { sent, version: spec.version ?? '1.1' }, bounds, collected),
    (failure: Error) => failure,
  );
  return outcomeOf({ request: sent, started, error }, collected, bounds);
}

/** Host, Connection and the length come with the rest, so that the client adds nothing. */
function asWritten({
  host,
  method,
  target,
  headers,
  body = Buffer.alloc(0),
}: RequestSpec & { host: string }): SentRequest {
  const has = (name: string): boolean => headerValues(headers, name).length > 0;
  const hasLength = has('transfer-encoding') || (body.length === 0 && method === 'GET');
  return {
    method,
    target,
    headers: [
      ['Host', host],
      ...(has('connection') ? [] : [['Connection', 'close'] as const]),
      ...headers,
      ...(hasLength ? [] : [['Content-Length', String(body.length)] as const]),
    ],
    body,
  };
}

/** Resolves with the error that ended the exchange, if any. */
function exchangeOn(
  socket: Socket,
  { sent, version }: { readonly sent: SentRequest; readonly version: string },
  bounds: Bounds,
  into: Collected,
): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const end = (error?: Error): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(error);
    };
    const answerMs = Math.min(bounds.answerMs, patienceMs);
    const timer = setTimeout(
      () => end(new Bounded('timeout', `No complete response within ${answerMs} ms.`)),
      answerMs,
    );
    if (version !== '1.1') writeVersion(socket, version);
    const asked = request({
      createConnection: () => socket,
      method: sent.method,
      path: sent.target,
      headers: sent.headers.flat(),
      setHost: false,
      maxHeaderSize: bounds.headerBytes,
    });
    // After an upgrade, the connection speaks another protocol: nothing more is read.
    asked.on('upgrade', (response) => {
      begin(into, response);
      end();
    });
    asked.on('response', (response) => collect(response, bounds, into, end));
    asked.on('error', end);
    asked.on('close', () => end(new Error('The connection closed.')));
    write(asked, sent.body);
  });
}

function write(asked: ClientRequest, body: Buffer): void {
  if (body.length > 0) asked.write(body);
  asked.end();
}

function begin(into: Collected, { statusCode, statusMessage, rawHeaders }: IncomingMessage): void {
  into.status = statusCode ?? 0;
  into.reason = statusMessage ?? '';
  into.headers = rawPairs(rawHeaders);
}

function collect(
  response: IncomingMessage,
  bounds: Bounds,
  into: Collected,
  end: (error?: Error) => void,
): void {
  begin(into, response);
  response.on('data', (chunk: Buffer) => {
    into.bytes += chunk.length;
    if (into.bytes > bounds.bodyBytes) {
      end(new Bounded('endless', `The body is longer than ${bounds.bodyBytes} bytes.`));
    } else into.chunks.push(chunk);
  });
  response.on('end', () => end(response.complete ? undefined : new Error('The response is cut.')));
  response.on('error', end);
  response.on('aborted', () => end(new Error('The response is cut.')));
}

/** The first thing that is written is the head, whose first line has the version of the client. */
function writeVersion(socket: Socket, version: string): void {
  const write = socket.write.bind(socket) as (...parts: unknown[]) => boolean;
  let isHead = true;
  socket.write = (chunk: unknown, ...rest: unknown[]): boolean => {
    const [head, isText] = [isHead, typeof chunk === 'string'];
    isHead = false;
    if (!head) return write(chunk, ...rest);
    const text = isText ? (chunk as string) : Buffer.from(chunk as Uint8Array).toString('latin1');
    const changed = text.replace(' HTTP/1.1\r\n', ` HTTP/${version}\r\n`);
    return write(isText ? changed : Buffer.from(changed, 'latin1'), ...rest);
  };
}
