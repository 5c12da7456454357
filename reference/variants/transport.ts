import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from '../answer.ts';
import type { Change } from '../faults/fault.ts';
import { asItIs, changeEncoded } from './change-answers.ts';
import { deliverAll, deliverSome, sendAnswer, withoutLength } from './change-delivery.ts';
import { readings } from './requests/readings.ts';
import { everyOperation, variantsOf } from './variant-row.ts';

function changeHeaders(change: (headers: Answer['headers']) => Answer['headers']): Change {
  return changeEncoded((answer) => ({ ...answer, headers: change(answer.headers) }));
}

/** The response as HTTP bytes, for what Node's server cannot write. */
function rawAnswer({ status, headers, body }: Answer, protocol: string, reason: string): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return Buffer.concat([Buffer.from([`${protocol} ${status} ${reason}`, ...lines, '', ''].join('\r\n')), body]);
}

function piecesOf(body: Buffer, length: number): Buffer[] {
  return Array.from({ length: Math.ceil(body.length / length) }, (_, at) => body.subarray(at * length, (at + 1) * length));
}

/** A body in chunks of 1, 2, 3, 5, 8, ... bytes; every second size has an extension, the others leading zeros. */
function oddChunks(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  let [at, size, next] = [0, 1, 2];
  while (at < body.length) {
    const piece = body.subarray(at, at + size);
    const hex = piece.length.toString(16);
    const line = parts.length % 2 === 0 ? `000${hex.toUpperCase()}` : `${hex};name="value"`;
    parts.push(Buffer.concat([Buffer.from(`${line}\r\n`), piece, Buffer.from('\r\n')]));
    at += size;
    [size, next] = [next, size + next];
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

/** Header names in another case: every second letter is a capital. */
function oddCase(name: string): string {
  return [...name].map((letter, at) => (at % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase())).join('');
}

const manyHeaders = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`X-Server-Note-${at}`, `${at} `.repeat(80).trim()]));

/** The tenth response on a connection is its last. */
const tenAnswers = (() => {
  const answered = new WeakMap<Socket, number>();
  return deliverAll((answer, response) => {
    const { socket } = response;
    const count = socket === null ? 1 : (answered.get(socket) ?? 0) + 1;
    if (socket !== null) answered.set(socket, count);
    sendAnswer(count < 10 ? answer : { ...answer, headers: { ...answer.headers, Connection: 'close' } }, response);
  });
})();

/** How responses are sent over HTTP (RFC 9110 and 9112), which the document does not mention. */
export const transportVariants = variantsOf(everyOperation, readings.http, {
  'answers-in-small-chunks': {
    title: 'Answers are chunked, in pieces of one byte at first and of 16 later.',
    apply: deliverAll((answer, response) => {
      response.writeHead(answer.status, withoutLength(answer));
      for (const piece of piecesOf(answer.body.subarray(0, 40), 1)) response.write(piece);
      for (const piece of piecesOf(answer.body.subarray(40), 16)) response.write(piece);
      response.end();
    }),
  },
  'answers-with-trailers': {
    title: 'Answers are chunked and have trailers.',
    apply: deliverAll((answer, response, { httpVersion }) => {
      // HTTP/1.0 has neither.
      if (httpVersion === '1.0') return sendAnswer(answer, response);
      response.writeHead(answer.status, { ...withoutLength(answer), Trailer: 'Server-Timing' });
      response.write(answer.body);
      response.addTrailers({ 'Server-Timing': 'total;dur=1' });
      response.end();
    }),
  },
  'answers-until-the-end-of-the-connection': {
    title: 'Answers have no length; the end of the connection ends them.',
    apply: deliverAll((answer, response) => {
      const headers = { ...withoutLength(answer), Connection: 'close' };
      response.socket?.end(rawAnswer({ ...answer, headers }, 'HTTP/1.1', 'Answer'));
    }),
  },
  'answers-in-http-1.0': {
    title: 'Answers are HTTP/1.0.',
    apply: deliverAll((answer, response) => {
      response.socket?.end(rawAnswer(answer, 'HTTP/1.0', 'OK'));
    }),
  },
  'answers-without-reason': {
    title: 'The status line has no reason phrase.',
    apply: deliverAll((answer, response) => {
      const headers = { ...answer.headers, Connection: 'close' };
      response.socket?.end(rawAnswer({ ...answer, headers }, 'HTTP/1.1', ''));
    }),
  },
  'connection-closes-after-each-answer': {
    title: 'Each answer closes its connection.',
    apply: changeHeaders((headers) => ({ ...headers, Connection: 'close' })),
  },
  'connection-closes-after-ten-answers': {
    title: 'A connection closes after ten answers.',
    apply: tenAnswers,
  },
  'header-names-in-odd-case': {
    title: 'Names of headers are in odd case.',
    apply: changeHeaders((headers) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [oddCase(name), value]))),
  },
  'headers-repeated': {
    title: 'Headers that may be repeated are repeated.',
    apply: deliverAll((answer, response) => {
      response.setHeader('Set-Cookie', ['route=1; Path=/', 'route=2; Path=/v2']);
      response.setHeader('Vary', ['Accept', 'Authorization']);
      response.setHeader('Via', ['1.1 first', '1.1 second']);
      sendAnswer(answer, response);
    }),
  },
  'headers-are-many': {
    title: 'Answers have sixty additional headers.',
    apply: changeHeaders((headers) => ({ ...manyHeaders, ...headers })),
  },
  'headers-hold-latin-1': {
    title: 'Headers contain ISO-8859-1 letters, tabs, or nothing.',
    apply: changeHeaders((headers) => ({
      Server: 'Zoë/1\t(été)',
      'X-Note': '',
      'x-note-2': '\xa0,,;"',
      ...headers,
    })),
  },
  'early-hints': {
    title: 'Each answer is preceded by 102 and 103.',
    apply: deliverAll((answer, response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: '</docs>; rel=preload' }, () => undefined);
      sendAnswer(answer, response);
    }),
  },
  'answers-take-their-time': {
    title: 'Each answer takes 3 ms, and every hundredth 120 ms.',
    apply: deliverAll(async (answer, response, { ordinal }) => {
      await wait(ordinal % 100 === 0 ? 120 : 3);
      sendAnswer(answer, response);
    }),
  },
  'answers-out-of-order': {
    title: 'Answers take between 0 and 12 ms, so that a later request may be answered first.',
    apply: deliverAll(async (answer, response, { ordinal }) => {
      await wait((ordinal * 7) % 13);
      sendAnswer(answer, response);
    }),
  },
  'bodies-after-their-headers': {
    title: 'The body of an answer is sent after its headers, in two parts.',
    apply: deliverAll(async (answer, response) => {
      response.writeHead(answer.status, answer.headers);
      response.flushHeaders();
      await wait(3);
      response.write(answer.body.subarray(0, 1));
      await wait(3);
      response.end(answer.body.subarray(1));
    }),
  },
  'one-byte-per-packet': {
    title: 'The first 40 bytes of an answer are sent one by one.',
    apply: deliverAll(async (answer, response) => {
      const headers = { ...answer.headers, Connection: 'close' };
      const bytes = rawAnswer({ ...answer, headers }, 'HTTP/1.1', 'OK');
      const { socket } = response;
      socket?.setNoDelay(true);
      for (const piece of piecesOf(bytes.subarray(0, 40), 1)) {
        socket?.write(piece);
        await new Promise(setImmediate);
      }
      socket?.end(bytes.subarray(40));
    }),
  },
  'chunks-of-odd-sizes': {
    title: 'Answers are chunked, in pieces of 1, 2, 3, 5, 8, 13, ... bytes with extensions and leading zeros.',
    apply: deliverAll((answer, response, { httpVersion }) => {
      if (httpVersion === '1.0') return sendAnswer(answer, response);
      const headers = { ...withoutLength(answer), 'Transfer-Encoding': 'chunked', Connection: 'close' };
      response.socket?.end(rawAnswer({ ...answer, headers, body: oddChunks(answer.body) }, 'HTTP/1.1', 'OK'));
    }),
  },
  'headers-of-12-kib': {
    title: 'Answers have a header of 12 KiB.',
    apply: changeHeaders((headers) => ({ 'X-Trace': 'a1'.repeat(6 * 1024), ...headers })),
  },
  'many-cookies': {
    title: 'Answers set fifty cookies.',
    apply: deliverAll((answer, response) => {
      const cookies = Array.from({ length: 50 }, (_, at) => `c${at}=${'v'.repeat(at)}; Path=/; HttpOnly`);
      response.setHeader('Set-Cookie', cookies);
      sendAnswer(answer, response);
    }),
  },
  'reason-in-lower-case': {
    title: "The reason phrase is the server's own, in lower case.",
    apply: deliverAll(({ status, headers, body }, response) => {
      response.writeHead(status, 'all is as it is', headers);
      response.end(body);
    }),
  },
  'side-closes-after-each-answer': {
    title: 'The server ends its side of the connection after each answer, and goes on reading.',
    apply: deliverAll((answer, response) => {
      const headers = { ...answer.headers, Connection: 'close' };
      response.socket?.end(rawAnswer({ ...answer, headers }, 'HTTP/1.1', 'OK'));
      response.socket?.resume();
    }),
  },
  'connections-are-idle-for-a-second-at-most': {
    title: 'A connection that is idle for a second ends, which each answer says.',
    apply: deliverAll((answer, response) => {
      const { socket } = response;
      socket?.setTimeout(1_000, () => socket.end());
      const own = { Connection: 'keep-alive', 'Keep-Alive': 'timeout=1' };
      sendAnswer({ ...answer, headers: { ...answer.headers, ...own } }, response);
    }),
  },
  'answers-in-parts-over-a-while': {
    title: 'One answer in forty is sent in ten parts over 200 ms.',
    apply: deliverSome(
      () =>
        ({ ordinal }) =>
          ordinal % 40 === 0,
      async (answer, response) => {
        response.writeHead(answer.status, answer.headers);
        for (const piece of piecesOf(answer.body, Math.max(1, Math.ceil(answer.body.length / 10)))) {
          response.write(piece);
          await wait(20);
        }
        response.end();
      },
    ),
  },
  'connections-close-at-random': {
    title: 'One answer in seven is the last of its connection.',
    apply: deliverSome(
      ({ random }) =>
        () =>
          random() < 1 / 7,
      (answer, response) => sendAnswer({ ...answer, headers: { ...answer.headers, Connection: 'close' } }, response),
    ),
  },
  'path-prefix': {
    title: 'The operations are below /ledger/api.',
    apply: asItIs,
    serving: { prefix: '/ledger/api' },
  },
  'answers-one-at-a-time': {
    title: 'Answers are sent one at a time.',
    apply: (() => {
      let before: Promise<unknown> = Promise.resolve();
      return deliverAll((answer, response) => {
        const turn = before.then(() => wait(0)).then(() => sendAnswer(answer, response));
        before = turn;
        return turn;
      });
    })(),
  },
  'connection-ends-unannounced': {
    title: 'A connection closes after every twentieth answer, without a Connection: close header.',
    apply: deliverSome(
      () =>
        ({ ordinal }) =>
          ordinal % 20 === 0,
      (answer, response) => {
        const { socket } = response;
        response.on('finish', () => socket?.end());
        sendAnswer(answer, response);
      },
    ),
    quote: readings.connectionError,
  },
});
