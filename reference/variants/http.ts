import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Call } from '../call.ts';
import { withLength } from '../deliver.ts';
import { asItIs, encoded, headers } from '../rows/answers.ts';
import { header, headerOf, not, oneIn, perConnection, when } from '../rows/conditions.ts';
import type { Action } from '../rows/engine.ts';
import { beside, pause, rawAnswer, send } from '../rows/sending.ts';
import { readings } from './readings.ts';
import { everyOperation, type VariantEntry, variants } from './table.ts';

const piecesOf = (bytes: Buffer, length: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) => bytes.subarray(at * length, (at + 1) * length));

/** A body in chunks of 1, 2, 3, 5, 8, ... bytes; every second size has an extension, the others leading zeros. */
function oddChunks(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  let [at, size, next] = [0, 1, 2];
  while (at < bytes.length) {
    const piece = bytes.subarray(at, at + size);
    const hex = piece.length.toString(16);
    const line = parts.length % 2 === 0 ? `000${hex.toUpperCase()}` : `${hex};name="value"`;
    parts.push(Buffer.concat([Buffer.from(`${line}\r\n`), piece, Buffer.from('\r\n')]));
    at += size;
    [size, next] = [next, size + next];
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

/** Every second letter is a capital. */
const oddCase = (name: string): string => [...name].map((letter, at) => (at % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase())).join('');

const manyHeaders = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`X-Server-Note-${at}`, `${at} `.repeat(80).trim()]));
const cookies = Array.from({ length: 50 }, (_, at) => `c${at}=${'v'.repeat(at)}; Path=/; HttpOnly`);

const close = { Connection: 'close' };
const closing = headers(close);
export const inHttp10 = when(({ httpVersion }) => httpVersion === '1.0');
const isLargeAndRejected = when(({ status, body }) => status >= 400 && body.length > 4 * 1024);
const every = (count: number) => when(({ ordinal }) => ordinal % count === 0);

/** Writes the answer as HTTP bytes, and ends the connection. */
const raw = (write: (call: Call) => Buffer): Action => send((response, call) => response.socket?.end(write(call)));

function inChunks(response: ServerResponse, { status, responseHeaders, bytes }: Call): void {
  response.writeHead(status, responseHeaders);
  for (const piece of piecesOf(bytes.subarray(0, 40), 1)) response.write(piece);
  for (const piece of piecesOf(bytes.subarray(40), 16)) response.write(piece);
  response.end();
}

function withTrailers(response: ServerResponse, { status, responseHeaders, bytes }: Call): void {
  response.writeHead(status, { ...responseHeaders, Trailer: 'Server-Timing' });
  response.write(bytes);
  response.addTrailers({ 'Server-Timing': 'total;dur=1' });
  response.end();
}

async function inTwoParts(response: ServerResponse, call: Call): Promise<void> {
  response.writeHead(call.status, withLength(call));
  response.flushHeaders();
  await pause(3);
  response.write(call.bytes.subarray(0, 1));
  await pause(3);
  response.end(call.bytes.subarray(1));
}

async function overAWhile(response: ServerResponse, call: Call): Promise<void> {
  response.writeHead(call.status, withLength(call));
  for (const piece of piecesOf(call.bytes, Math.max(1, Math.ceil(call.bytes.length / 10)))) {
    response.write(piece);
    await pause(20);
  }
  response.end();
}

async function byteByByte({ socket }: ServerResponse, call: Call): Promise<void> {
  const bytes = rawAnswer(call, { ...withLength(call), ...close });
  socket?.setNoDelay(true);
  for (const piece of piecesOf(bytes.subarray(0, 40), 1)) {
    socket?.write(piece);
    await new Promise(setImmediate);
  }
  socket?.end(bytes.subarray(40));
}

const tenAnswers = (run: Parameters<Action>[0]): ReturnType<Action> => {
  const memory = perConnection(() => ({ answers: 0 }));
  const steps = closing(run);
  return { answer: (call) => (++memory(call).answers < 10 ? true : steps.answer?.(call)) };
};

const oneAtATime: Action = () => {
  let before: Promise<unknown> = Promise.resolve();
  return {
    send(call) {
      const { send: usual } = call;
      call.send = (response) => {
        before = before.then(() => pause(0)).then(() => usual(response, call));
        return before;
      };
    },
  };
};

/** How answers are sent over HTTP (RFC 9110 and 9112), which the document does not mention. */
export const transports = variants(everyOperation, readings.http, {
  'answers-in-small-chunks': ['Answers are chunked, in pieces of one byte at first and of 16 later.', send(inChunks)],
  // HTTP/1.0 has neither.
  'answers-with-trailers': ['Answers are chunked and have trailers.', send(withTrailers), not(inHttp10)],
  'answers-until-the-end-of-the-connection': [
    'Answers have no length; the end of the connection ends them.',
    raw((call) => rawAnswer(call, { ...call.responseHeaders, ...close }, ['HTTP/1.1', 'Answer'])),
  ],
  'answers-in-http-1.0': ['Answers are HTTP/1.0.', raw((call) => rawAnswer(call, withLength(call), ['HTTP/1.0', 'OK']))],
  'answers-without-reason': ['The status line has no reason phrase.', raw((call) => rawAnswer(call, { ...withLength(call), ...close }, ['HTTP/1.1', '']))],
  'connection-closes-after-each-answer': ['Each answer closes its connection.', closing],
  'connection-closes-after-ten-answers': ['A connection closes after ten answers.', tenAnswers],
  'header-names-in-odd-case': [
    'Names of headers are in odd case.',
    send((response, call) => {
      response.writeHead(call.status, Object.fromEntries(Object.entries(withLength(call)).map(([name, each]) => [oddCase(name), each])));
      response.end(call.bytes);
    }),
  ],
  'headers-repeated': [
    'Headers that may be repeated are repeated.',
    beside((response) => {
      response.setHeader('Set-Cookie', ['route=1; Path=/', 'route=2; Path=/v2']);
      response.setHeader('Vary', ['Accept', 'Authorization']);
      response.setHeader('Via', ['1.1 first', '1.1 second']);
    }),
  ],
  'headers-are-many': ['Answers have sixty additional headers.', headers(manyHeaders)],
  'headers-hold-latin-1': ['Headers contain ISO-8859-1 letters, tabs, or nothing.', headers({ Server: 'Zoë/1\t(été)', 'X-Note': '', 'x-note-2': '\xa0,,;"' })],
  'early-hints': [
    'Each answer is preceded by 102 and 103.',
    beside((response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: '</docs>; rel=preload' }, () => undefined);
    }),
  ],
  'answers-take-their-time': ['Each answer takes 3 ms, and every hundredth 120 ms.', beside((_, { ordinal }) => pause(ordinal % 100 === 0 ? 120 : 3))],
  'answers-out-of-order': [
    'Answers take between 0 and 12 ms, so that a later request may be answered first.',
    beside((_, { ordinal }) => pause((ordinal * 7) % 13)),
  ],
  'bodies-after-their-headers': ['The body of an answer is sent after its headers, in two parts.', send(inTwoParts)],
  'one-byte-per-packet': ['The first 40 bytes of an answer are sent one by one.', send(byteByByte)],
  'chunks-of-odd-sizes': [
    'Answers are chunked, in pieces of 1, 2, 3, 5, 8, 13, ... bytes with extensions and leading zeros.',
    raw(({ status, responseHeaders, bytes }) =>
      rawAnswer({ status, bytes: oddChunks(bytes) }, { ...responseHeaders, 'Transfer-Encoding': 'chunked', ...close }),
    ),
    not(inHttp10),
  ],
  'headers-of-12-kib': ['Answers have a header of 12 KiB.', headers({ 'X-Trace': 'a1'.repeat(6 * 1024) })],
  'many-cookies': [
    'Answers set fifty cookies.',
    beside((response) => {
      response.setHeader('Set-Cookie', cookies);
    }),
  ],
  'reason-in-lower-case': [
    "The reason phrase is the server's own, in lower case.",
    send((response, call) => {
      response.writeHead(call.status, 'all is as it is', withLength(call));
      response.end(call.bytes);
    }),
  ],
  'side-closes-after-each-answer': [
    'The server ends its side of the connection after each answer, and goes on reading.',
    send((response, call) => {
      response.socket?.end(rawAnswer(call, { ...withLength(call), ...close }));
      response.socket?.resume();
    }),
  ],
  'connections-are-idle-for-a-second-at-most': [
    'A connection that is idle for a second ends, which each answer says.',
    [headers({ Connection: 'keep-alive', 'Keep-Alive': 'timeout=1' }), beside(({ socket }) => void socket?.setTimeout(1_000, () => socket.end()))],
  ],
  'answers-in-parts-over-a-while': ['One answer in forty is sent in ten parts over 200 ms.', send(overAWhile), every(40)],
  'connections-close-at-random': ['One answer in seven is the last of its connection.', closing, oneIn(7)],
  'path-prefix': ['The operations are below /ledger/api.', asItIs, { serving: { prefix: '/ledger/api' } }],
  'answers-one-at-a-time': ['Answers are sent one at a time.', oneAtATime],
  'rejected-large-bodies-close-the-connection': [
    'A rejected body of more than 4 KiB closes its connection.',
    closing,
    { quote: readings.clients, under: isLargeAndRejected },
  ],
  'rejected-large-bodies-end-the-connection-unannounced': [
    'A connection ends behind a rejected body of more than 4 KiB, without a Connection: close header.',
    beside((response) => {
      const { socket } = response;
      response.on('finish', () => socket?.end());
    }),
    { quote: readings.clients, under: isLargeAndRejected },
  ],
  'connection-ends-unannounced': [
    'A connection closes after every twentieth answer, without a Connection: close header.',
    beside((response) => {
      const { socket } = response;
      response.on('finish', () => socket?.end());
    }),
    { quote: readings.connectionError, under: every(20) },
  ],
});

const adding = (title: string, name: string, more: Parameters<typeof headers>[0]): VariantEntry => [title, headers(more), header(name)];

/** What servers add for some clients, without another answer (ruling 39). */
export const forClients = variants(everyOperation, readings.clients, {
  'cors-for-origins': adding('Requests with an Origin get the headers of CORS.', 'origin', (call) => ({
    'Access-Control-Allow-Origin': headerOf(call, 'origin'),
    'Access-Control-Allow-Credentials': 'true',
    Vary: 'Origin',
  })),
  'gzip-on-request': [
    'Clients that take gzip get it.',
    encoded((bytes) => gzipSync(bytes), { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' }),
    header('accept-encoding', /\bgzip\b/),
  ],
  'request-ids-are-returned': adding('An X-Request-Id is returned.', 'x-request-id', (call) => ({ 'X-Request-Id': headerOf(call, 'x-request-id') })),
  'traces-are-returned': adding('A traceparent is answered with a traceresponse.', 'traceparent', (call) => ({
    traceresponse: headerOf(call, 'traceparent'),
  })),
  'cookies-for-browsers': adding('Requests with a Cookie get another one.', 'cookie', {
    'Set-Cookie': 'sticky=1; Path=/; HttpOnly; SameSite=Lax',
  }),
  'language-is-named': adding('Requests with an Accept-Language get a Content-Language.', 'accept-language', {
    'Content-Language': 'en',
    Vary: 'Accept-Language',
  }),
  'browsers-are-told-how-to-cache': adding('Requests with Sec-Fetch-Mode get headers for browsers.', 'sec-fetch-mode', {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'",
    'Strict-Transport-Security': 'max-age=31536000',
  }),
  'forwarded-requests-name-the-node': adding('Forwarded requests get the name of the node.', 'x-forwarded-for', {
    Via: '1.1 ledger',
    'X-Served-By': 'node-1',
  }),
  'timings-for-clients-that-name-themselves': adding('Requests with a User-Agent get timings.', 'user-agent', {
    'Server-Timing': 'app;dur=1.5',
    Server: 'ledger',
  }),
});
