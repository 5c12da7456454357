import { request } from 'node:http';
import { Duplex } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnswerHead, createAnswerReader } from '../../wire/answer-reader.ts';

type Read = { readonly status: number; readonly headers: readonly string[]; readonly body: string } | 'fails';

/** What the wire's reader makes of an answer that comes in these pieces, behind which the connection ends. */
function ours(method: string, pieces: readonly Buffer[]): Read {
  let head: AnswerHead | undefined;
  const body: Buffer[] = [];
  const reader = createAnswerReader(method === 'HEAD', 1 << 14, {
    head(told) {
      head = told;
    },
    body: (bytes) => body.push(bytes),
  });
  try {
    const isWhole = pieces.some((piece) => reader.read(piece)) || reader.isWholeAtEnd();
    if (!isWhole || head === undefined) return 'fails';
  } catch {
    return 'fails';
  }
  const { status, reason, headers } = head;
  return { status, headers: [reason, ...headers.flat()], body: Buffer.concat(body).toString('latin1') };
}

/** What Node's client, and so llhttp, makes of it. */
function nodes(method: string, bytes: Buffer): Promise<Read> {
  return new Promise((resolve) => {
    const connection = new Duplex({ read: () => undefined, write: (_, __, done) => done() });
    const asked = request({ method, createConnection: () => connection, maxHeaderSize: 1 << 14 });
    let hasBegun = false;
    asked.on('response', (answer) => {
      hasBegun = true;
      const body: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => body.push(chunk));
      answer.on('error', () => resolve('fails'));
      answer.on('end', () => {
        const { statusCode: status = 0, statusMessage = '', rawHeaders } = answer;
        const read = { status, headers: [statusMessage, ...rawHeaders] };
        resolve(answer.complete ? { ...read, body: Buffer.concat(body).toString('latin1') } : 'fails');
      });
    });
    asked.on('upgrade', ({ statusCode: status = 0, statusMessage = '', rawHeaders }) =>
      resolve({ status, headers: [statusMessage, ...rawHeaders], body: '' }),
    );
    asked.on('error', () => resolve('fails'));
    asked.on('close', () => hasBegun || resolve('fails'));
    asked.end();
    connection.push(bytes);
    connection.push(null);
  });
}

/** Where the reader means to differ: in what it refuses, or takes. */
const exceptions: readonly { readonly where: RegExp; readonly ours: (read: Read) => boolean }[] = [
  // llhttp takes any three digits; a status begins with 1 to 5, or at least with no 0 (RFC 9110 section 15).
  { where: /HTTP\/\d\.\d 0\d\d/, ours: (read) => read === 'fails' },
  // llhttp takes some lines that end with only one of CR and LF, in Node 20 more than in later versions.
  { where: /\r(?!\n)|(?<!\r)\n/, ours: (read) => read === 'fails' },
  // llhttp takes an interim response without keep-alive for the last one; RFC 9110 section 15.2 says that another follows.
  {
    where: /HTTP\/1\.0 1\d\d|HTTP\/1\.1 1\d\d(?:.*\r\n)*Connection: close\r\n(?:.*\r\n)*HTTP/,
    ours: (read) => read !== 'fails',
  },
  // White space around a value is no part of it, tabs included (RFC 9110 section 5.5); llhttp takes none behind a length.
  { where: /content-length:[ \t]*\d+[ \t]*\t\r\n/i, ours: () => true },
];

const isWhole = (method: string, bytes: Buffer): boolean => {
  try {
    return createAnswerReader(method === 'HEAD', 1 << 14, {
      head: () => undefined,
      body: () => undefined,
    }).read(bytes);
  } catch {
    return false;
  }
};

const statuses = [
  '200 OK',
  '201 ',
  '204 No Content',
  '299',
  '304 Not Modified',
  '400 Bad: "x"',
  '500 \xe9',
  '999 Odd',
];
const oddStatuses = ['20 OK', '2000 OK', '2x0 OK', '200\tOK', ' 200 OK', '', '200 a\x01b', '200 a\rb'];
const fields = [
  'Content-Type: application/json',
  'content-TYPE:text/plain;charset=utf-8',
  'X-Empty:',
  'X-Blanks: \t a b \t ',
  'X-Latin: \xe9\xff',
  'Set-Cookie: a=1',
  'Set-Cookie: b=2',
  'Connection: close',
  'Connection: keep-alive, X',
  'Keep-Alive: timeout=5',
  "!#$%&'*+-.^_`|~09: y",
];
const oddFields = [
  'X',
  ': x',
  'X : y',
  'X y: z',
  ' folded',
  'X: a\x00b',
  'X: a\x07b',
  'X: a\x7fb',
  'X: a\rb',
  'X\xe9: y',
  'Content-Length: 3',
  'Content-Length: +3',
  'Content-Length: 3, 3',
  'Content-Length: 0x3',
  'Content-Length:',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip',
  'Transfer-Encoding: chunked, gzip',
];
const codings = ['chunked', 'Chunked', 'gzip, chunked', 'gzip,chunked', 'chunked '];
const extensions = ['', ';a', ';a=b', ';a="b c"', ';a=b;c'];
const oddExtensions = [';', '; a', ' ', 'g', ';a=', ';a="b', ';a\x01'];
const interims = ['HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', '\r\n'];

const oneOf = fc.constantFrom.bind(fc) as <T>(...items: T[]) => fc.Arbitrary<T>;
/** Mostly the ordinary, sometimes the odd. */
const mostly = (ordinary: readonly string[], odd: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 12, arbitrary: oneOf(...ordinary) }, { weight: 1, arbitrary: oneOf(...odd) });

const bodies = fc.oneof(fc.constant(''), fc.constant('{"users":[]}'), fc.string({ maxLength: 40 }));

const chunked = fc
  .tuple(
    fc.array(fc.tuple(fc.string({ minLength: 1, maxLength: 20 }), mostly(extensions, oddExtensions)), {
      maxLength: 3,
    }),
    fc.array(oneOf('X-Trailer: y', 'X-Trailer:', 'Content-Length: 3', 'broken'), { maxLength: 1 }),
    mostly(['0', '000'], ['-1', 'x', '']),
    mostly(codings, ['rot13']),
  )
  .map(([parts, trailers, last, coding]) => ({
    field: `Transfer-Encoding: ${coding}`,
    body: [
      ...parts.map(
        ([text, extension]) => `${Buffer.from(text).length.toString(16)}${extension}\r\n${text}\r\n`,
      ),
      `${last}\r\n${trailers.map((line) => `${line}\r\n`).join('')}\r\n`,
    ].join(''),
  }));

const framed = fc.oneof(
  chunked,
  bodies.map((body) => ({ field: `Content-Length: ${Buffer.from(body).length}`, body })),
  bodies.map((body) => ({ field: 'X-Until: the end', body })),
);

/** Answers as servers write them, and with one or two things wrong. */
const answers = fc
  .tuple(
    fc.array(oneOf(...interims), { maxLength: 1 }),
    mostly(['HTTP/1.1', 'HTTP/1.0'], ['HTTP/2.0', 'HTTP/0.9', 'HTTP/1.2', 'HTTP/3', 'http/1.1', 'ICY', '']),
    mostly(statuses, oddStatuses),
    fc.array(mostly(fields, oddFields), { maxLength: 4 }),
    framed,
    fc.option(fc.tuple(fc.nat(), oneOf(0, 9, 10, 13, 32, 44, 48, 58, 59, 127, 200)), { freq: 6 }),
    oneOf('GET', 'GET', 'GET', 'HEAD'),
  )
  .map(([front, version, status, some, { field, body }, change, method]) => {
    const head = [`${version} ${status}`, ...some, field, '', ''].join('\r\n');
    const bytes = Buffer.concat([Buffer.from(front.join('') + head, 'latin1'), Buffer.from(body)]);
    if (change !== null) bytes[change[0] % bytes.length] = change[1];
    return { method, bytes };
  });

const drawn = fc.sample(answers, { seed: 38, numRuns: 300 });

describe('An answer is read like by llhttp,', () => {
  test('whole and cut at each byte: status, header pairs and body are the same, or both fail.', async () => {
    const different: unknown[] = [];
    for (const { method, bytes } of drawn)
      for (let cut = 0; cut <= bytes.length; cut += 1) {
        const part = bytes.subarray(0, cut);
        const [one, other] = [ours(method, [part]), await nodes(method, part)];
        if (JSON.stringify(one) !== JSON.stringify(other)) {
          const text = part.toString('latin1');
          const isMeant = exceptions.some(({ where, ours: meant }) => where.test(text) && meant(one));
          if (!isMeant) different.push({ method, text, one, other });
          break;
        }
        // What is behind a whole answer is not read: no request asked for it.
        if (isWhole(method, part)) break;
      }
    expect(different).toEqual([]);
  });

  test('and divided anywhere like in one piece.', () => {
    for (const { method, bytes } of drawn) {
      const whole = ours(method, [bytes]);
      for (let at = 1; at < bytes.length; at += 1)
        expect(ours(method, [bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole);
      const single = Array.from(bytes, (byte) => Buffer.of(byte));
      expect(ours(method, single)).toEqual(whole);
    }
  });
});
