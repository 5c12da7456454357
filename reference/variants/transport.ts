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
  return Buffer.concat([
    Buffer.from([`${protocol} ${status} ${reason}`, ...lines, '', ''].join('\r\n')),
    body,
  ]);
}

function piecesOf(body: Buffer, length: number): Buffer[] {
  return Array.from({ length: Math.ceil(body.length / length) }, (_, at) =>
    body.subarray(at * length, (at + 1) * length),
  );
}

/** Header names in another case: every second letter is a capital. */
function oddCase(name: string): string {
  return [...name].map((letter, at) => (at % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase())).join('');
}

const manyHeaders = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => [`X-Server-Note-${at}`, `${at} `.repeat(80).trim()]),
);

/** The tenth response on a connection is its last. */
const tenAnswers = (() => {
  const answered = new WeakMap<Socket, number>();
  return deliverAll((answer, response) => {
    const { socket } = response;
    const count = socket === null ? 1 : (answered.get(socket) ?? 0) + 1;
    if (socket !== null) answered.set(socket, count);
    sendAnswer(
      count < 10 ? answer : { ...answer, headers: { ...answer.headers, Connection: 'close' } },
      response,
    );
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
    apply: changeHeaders((headers) =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [oddCase(name), value])),
    ),
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
