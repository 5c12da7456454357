import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from '../answer.ts';
import { asItIs } from './change-answers.ts';
import { changeDelivery, deliverAll, sendAnswer, withoutLength } from './change-delivery.ts';
import { readings } from './requests/readings.ts';
import { type VariantRow, variantsOf } from './variant-row.ts';

function row(
  id: string,
  title: string,
  apply: VariantRow['apply'],
  rest: Partial<VariantRow> = {},
): VariantRow {
  return { id, title, quote: readings.http, apply, ...rest };
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
export const transportVariants = variantsOf([
  row(
    'answers-in-small-chunks',
    'Answers are chunked, in pieces of one byte at first and of 16 later.',
    deliverAll((answer, response) => {
      response.writeHead(answer.status, withoutLength(answer));
      for (const piece of piecesOf(answer.body.subarray(0, 40), 1)) response.write(piece);
      for (const piece of piecesOf(answer.body.subarray(40), 16)) response.write(piece);
      response.end();
    }),
  ),
  row(
    'answers-with-trailers',
    'Answers are chunked and have trailers.',
    deliverAll((answer, response) => {
      response.writeHead(answer.status, { ...withoutLength(answer), Trailer: 'Server-Timing' });
      response.write(answer.body);
      response.addTrailers({ 'Server-Timing': 'total;dur=1' });
      response.end();
    }),
  ),
  row(
    'answers-until-the-end-of-the-connection',
    'Answers have no length; the end of the connection ends them.',
    deliverAll((answer, response) => {
      const headers = { ...withoutLength(answer), Connection: 'close' };
      response.socket?.end(rawAnswer({ ...answer, headers }, 'HTTP/1.1', 'Answer'));
    }),
  ),
  row(
    'answers-in-http-1.0',
    'Answers are HTTP/1.0.',
    deliverAll((answer, response) => {
      response.socket?.end(rawAnswer(answer, 'HTTP/1.0', 'OK'));
    }),
  ),
  row(
    'answers-without-reason',
    'The status line has no reason behind its status.',
    deliverAll((answer, response) => {
      const headers = { ...answer.headers, Connection: 'close' };
      response.socket?.end(rawAnswer({ ...answer, headers }, 'HTTP/1.1', ''));
    }),
  ),
  row(
    'connection-closes-after-each-answer',
    'Each answer closes its connection.',
    deliverAll((answer, response) =>
      sendAnswer({ ...answer, headers: { ...answer.headers, Connection: 'close' } }, response),
    ),
  ),
  row('connection-closes-after-ten-answers', 'A connection closes after ten answers.', tenAnswers),
  row(
    'header-names-in-odd-case',
    'Names of headers are in odd case.',
    deliverAll((answer, response) =>
      sendAnswer(
        {
          ...answer,
          headers: Object.fromEntries(
            Object.entries(answer.headers).map(([name, value]) => [oddCase(name), value]),
          ),
        },
        response,
      ),
    ),
  ),
  row(
    'headers-repeated',
    'Headers that may come several times do.',
    deliverAll((answer, response) => {
      response.setHeader('Set-Cookie', ['route=1; Path=/', 'route=2; Path=/v2']);
      response.setHeader('Vary', ['Accept', 'Authorization']);
      response.setHeader('Via', ['1.1 first', '1.1 second']);
      sendAnswer(answer, response);
    }),
  ),
  row(
    'headers-are-many',
    'Answers have sixty headers more.',
    deliverAll((answer, response) =>
      sendAnswer({ ...answer, headers: { ...manyHeaders, ...answer.headers } }, response),
    ),
  ),
  row(
    'headers-hold-latin-1',
    'Headers hold letters of ISO-8859-1, tabs, and nothing at all.',
    deliverAll((answer, response) =>
      sendAnswer(
        {
          ...answer,
          headers: { Server: 'Zoë/1\t(été)', 'X-Note': '', 'x-note-2': '\xa0,,;"', ...answer.headers },
        },
        response,
      ),
    ),
  ),
  row(
    'early-hints',
    'Before each answer come 102 and 103.',
    deliverAll((answer, response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: '</docs>; rel=preload' }, () => undefined);
      sendAnswer(answer, response);
    }),
  ),
  row(
    'answers-take-their-time',
    'Each answer takes 3 ms, and every hundredth 120 ms.',
    deliverAll(async (answer, response, { ordinal }) => {
      await wait(ordinal % 100 === 0 ? 120 : 3);
      sendAnswer(answer, response);
    }),
  ),
  row(
    'answers-out-of-order',
    'Answers take between 0 and 12 ms, so that a later request may be answered first.',
    deliverAll(async (answer, response, { ordinal }) => {
      await wait((ordinal * 7) % 13);
      sendAnswer(answer, response);
    }),
  ),
  row(
    'bodies-after-their-headers',
    'The body of an answer comes behind its headers, in two parts.',
    deliverAll(async (answer, response) => {
      response.writeHead(answer.status, answer.headers);
      response.flushHeaders();
      await wait(3);
      response.write(answer.body.subarray(0, 1));
      await wait(3);
      response.end(answer.body.subarray(1));
    }),
  ),
  row('path-prefix', 'The operations stand behind /ledger/api.', asItIs, {
    serving: { prefix: '/ledger/api' },
  }),
  row(
    'answers-one-at-a-time',
    'A request is answered when the one before it is.',
    (() => {
      let before: Promise<unknown> = Promise.resolve();
      return deliverAll((answer, response) => {
        const turn = before.then(() => wait(0)).then(() => sendAnswer(answer, response));
        before = turn;
        return turn;
      });
    })(),
  ),
  row(
    'connection-ends-unannounced',
    'A connection ends behind every twentieth answer, without a header that says so.',
    changeDelivery((_answer, { ordinal }) =>
      ordinal % 20 === 0
        ? (answer, response) => {
            const { socket } = response;
            response.on('finish', () => socket?.end());
            sendAnswer(answer, response);
          }
        : undefined,
    ),
    { quote: readings.connectionError },
  ),
]);
