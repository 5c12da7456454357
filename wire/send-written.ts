import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { type ClientSpec, sentAsClient, sentAsWritten, type Written, type WrittenSpec } from './as-sent.ts';
import type { Bounds } from './bounds.ts';
import type { ClientSockets } from './client-sockets.ts';
import { Bounded, type Collected, takeChunk } from './collected.ts';
import type { Framing } from './dress.ts';
import { headerValues, type SentRequest } from './exchange.ts';
import type { OpenSocket } from './open-socket.ts';
import {
  lateness,
  type Outcome,
  outcomeOf,
  overdue,
  rawPairs,
  type SendOptions,
  transportFailure,
} from './send.ts';

/** How long to wait for an answer in another protocol; it is only observed. Milliseconds. */
const patienceMs = 2_000;

/**
 * Sends one request on a connection of its own, with any header and any version in its first line. Like `sendOnce`, it
 * never throws for anything a target does.
 */
export async function sendWritten(open: OpenSocket, spec: WrittenSpec, bounds: Bounds): Promise<Outcome> {
  const answerMs = Math.min(bounds.answerMs, patienceMs);
  const { version = '1.1', isBrokenOff } = spec;
  if (isBrokenOff !== undefined) return breakOff(open, sentAsWritten(spec), isBrokenOff);
  return onSocket(open, { sent: sentAsWritten(spec), version, framing: 'length', answerMs }, bounds);
}

/** Sends one request with the head of its client (ruling 39), on a connection of its own or on one that the client keeps. */
export async function sendAsClient(
  open: OpenSocket,
  spec: ClientSpec,
  { isPatient = false, kept, ...bounds }: Bounds & Pick<SendOptions, 'isPatient'> & Keeping,
): Promise<Outcome> {
  const sent = sentAsClient(spec);
  const { framing, client } = spec;
  const outgoing = { sent, framing, answerMs: isPatient ? bounds.patientMs : bounds.answerMs };
  if (kept === undefined) return onSocket(open, outgoing, bounds);
  const release = (socket: Socket): void => kept.release(client.id, socket);
  return onSocket(() => kept.take(client.id), { ...outgoing, release }, bounds);
}

/** The connections that clients keep, if the request uses one of them. */
interface Keeping {
  readonly kept?: ClientSockets;
}

/** How long a target may read of a request before it is broken off, by how much of the body was sent; milliseconds. */
const beforeBreakingOffMs = { 'within-body': 20, 'behind-body': 2 } as const;

/** Sends the head with half of the body or all of it, and resets the connection, like a client that is ended meanwhile. */
async function breakOff(
  open: OpenSocket,
  sent: SentRequest,
  where: NonNullable<Written['isBrokenOff']>,
): Promise<Outcome> {
  const started = performance.now();
  const none: Collected = { status: 0, reason: '', headers: [], chunks: [], bytes: 0 };
  const error = await open().then(
    (socket) =>
      new Promise<Error>((resolve) => {
        const end = (): void => {
          // Only a TCP connection can be reset; without the close of TLS, its end is as unexpected.
          if (socket instanceof TLSSocket) socket.destroy();
          else socket.resetAndDestroy();
          resolve(new Bounded('broken-off', 'The upload was broken off on purpose.'));
        };
        socket.on('error', resolve);
        const lines = sent.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
        socket.write(`${sent.method} ${sent.target} HTTP/1.1\r\n${lines}\r\n`);
        socket.write(sent.body, () => setTimeout(end, beforeBreakingOffMs[where]));
      }),
    (failure: Error) => failure,
  );
  return {
    request: sent,
    ms: Math.round(performance.now() - started),
    failure: transportFailure(error, none),
  };
}

/** What goes to a connection: the request, and how it is written. */
interface OnSocket {
  readonly sent: SentRequest;
  readonly version?: string;
  readonly framing: Framing;
  readonly answerMs: number;
  /** Takes the connection back after a whole exchange; otherwise it is closed. */
  readonly release?: (socket: Socket) => void;
}

async function onSocket(open: OpenSocket, outgoing: OnSocket, bounds: Bounds): Promise<Outcome> {
  const started = performance.now();
  const collected: Collected = { status: 0, reason: '', headers: [], chunks: [], bytes: 0 };
  const error = await open().then(
    (socket) => exchangeOn(socket, outgoing, bounds, collected),
    (failure: Error) => failure,
  );
  // Opening the connection has a time limit of its own, so only a patient request can be late.
  const late = outgoing.answerMs > bounds.answerMs ? lateness(started, bounds) : undefined;
  return outcomeOf({ request: outgoing.sent, started, error: error ?? late }, collected, bounds);
}

/** Resolves with the error that ended the exchange, if any. */
function exchangeOn(
  socket: Socket,
  { sent, version = '1.1', framing, answerMs, release }: OnSocket,
  bounds: Bounds,
  into: Collected,
): Promise<Error | undefined> {
  return new Promise((resolve) => {
    let isEnded = false;
    const end = (error?: Error): void => {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(timer);
      clearTimeout(halfTime);
      const isWhole = error === undefined && asked.writableFinished && asked.shouldKeepAlive;
      if (isWhole && !socket.destroyed && release !== undefined) socket.once('free', () => release(socket));
      else socket.destroy();
      resolve(error);
    };
    let arrivedAtHalf = Number.POSITIVE_INFINITY;
    const halfTime = setTimeout(() => {
      arrivedAtHalf = socket.bytesRead;
    }, answerMs / 2);
    const watch = { waitMs: answerMs, isConnected: () => true };
    const timer = setTimeout(() => end(overdue(watch, socket.bytesRead > arrivedAtHalf)), answerMs);
    const hasConnection = headerValues(sent.headers, 'connection').length > 0;
    if (version !== '1.1' || !hasConnection) rewriteHead(socket, version, hasConnection);
    // Node adds a header that ends the connection unless there is one that keeps it, which is removed again.
    const keeping = release === undefined || hasConnection ? [] : ['Connection', 'keep-alive'];
    const asked = request({
      createConnection: () => socket,
      method: sent.method,
      path: sent.target,
      headers: [...sent.headers.flat(), ...keeping],
      setHost: false,
      maxHeaderSize: bounds.headerBytes,
    });
    // Without an agent, Node ends each connection, whatever the headers say; a response may still ask for that.
    if (release !== undefined) asked.shouldKeepAlive = true;
    // After an upgrade, the connection speaks another protocol: nothing more is read, and nobody watches it any more.
    asked.on('upgrade', (response) => {
      begin(into, response);
      socket.destroy();
      end();
    });
    asked.on('response', (response) => collect(response, bounds, into, end));
    asked.on('error', end);
    asked.on('close', () => end(new Error('The connection closed.')));
    void write(asked, sent.body, framing);
  });
}

/** How many parts a body is written in. */
const parts: Readonly<Record<Framing, number>> = {
  length: 1,
  chunked: 3,
  'two-writes': 2,
  'many-writes': 12,
  'behind-head': 1,
  'expect-continue': 1,
  'expect-and-wait': 1,
};

/** Long enough for a part to travel alone. Milliseconds. */
const pauseMs = 5;

/** How long a client waits for 100 (Continue) before it sends its body all the same; milliseconds. */
const continueMs = 500;

/** Resolves when the server asks for the body, has answered without it, or says nothing. */
function toContinue(asked: ClientRequest): Promise<'continue' | 'answered'> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('continue'), continueMs);
    const end = (how: 'continue' | 'answered') => (): void => {
      clearTimeout(timer);
      resolve(how);
    };
    asked.once('continue', end('continue'));
    asked.once('response', end('answered'));
    asked.once('close', end('answered'));
  });
}

async function write(asked: ClientRequest, body: Buffer, framing: Framing): Promise<void> {
  if (body.length > 0 && framing === 'behind-head') {
    asked.flushHeaders();
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  if (body.length > 0 && framing === 'expect-and-wait') {
    asked.flushHeaders();
    // A server that answers now has no use for the body; what is left of the connection is of none either.
    if ((await toContinue(asked)) === 'answered') return;
  }
  const size = Math.max(1, Math.ceil(body.length / parts[framing]));
  for (let at = 0; at < body.length; at += size) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (asked.destroyed) return;
    asked.write(body.subarray(at, at + size));
  }
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
  response.on('data', (chunk: Buffer) => takeChunk(into, chunk, bounds, end));
  response.on('end', () => end(response.complete ? undefined : new Error('The response is cut.')));
  response.on('error', end);
  response.on('aborted', () => end(new Error('The response is cut.')));
}

/** The first thing that is written is the head, to which the client adds its version, and Connection if it is missing. */
function rewriteHead(socket: Socket, version: string, hasConnection: boolean): void {
  const original = socket.write;
  const write = original.bind(socket) as (...parts: unknown[]) => boolean;
  socket.write = (chunk: unknown, ...rest: unknown[]): boolean => {
    // The connection may carry further requests.
    socket.write = original;
    const isText = typeof chunk === 'string';
    const text = isText ? (chunk as string) : Buffer.from(chunk as Uint8Array).toString('latin1');
    const versioned = text.replace(' HTTP/1.1\r\n', ` HTTP/${version}\r\n`);
    const end = versioned.indexOf('\r\n\r\n');
    const lines = versioned.slice(0, end).replace(/\r\nConnection: (keep-alive|close)$/, '');
    const changed = hasConnection || end === -1 ? versioned : `${lines}${versioned.slice(end)}`;
    return write(isText ? changed : Buffer.from(changed, 'latin1'), ...rest);
  };
}
