import { type Change, exchangesPath, inFirst, type Loose, withFooter } from '../change-run.ts';
import type { Row } from '../forgery.ts';
import { remade } from '../remake-bundle.ts';

/** Changes an exchange that belongs to no case, so that nothing is judged by it. */
const exchange = (change: (exchange: Loose) => void): Change[] => [
  inFirst(exchangesPath, /^\{"id":"preflight@list-users\/connection 1"/, change),
  withFooter,
];

/** Changes its answer; the members are in the order in which the suite writes them. */
const answer = (change: (response: Loose) => Loose): Change[] =>
  exchange((each) => {
    const { status, reason, headers, body, ...more } = each.response;
    each.response = { status, reason, headers, body, ...more, ...change(each.response) };
    for (const [name, value] of Object.entries(each.response))
      if (value === undefined) delete each.response[name];
  });

const withHeader = (name: string, value: string): Change[] =>
  answer(({ headers }) => ({ headers: [...headers, [name, value]] }));

const without = (headers: Loose, name: RegExp): Loose =>
  headers.filter(([each]: string[]) => !name.test(each ?? ''));

const failed = (kind: string, more: object): Change[] =>
  exchange((each) => {
    const { id, request, response, at } = each;
    const failure = { kind, message: 'No response: the connection failed.' };
    for (const name of Object.keys(each)) delete each[name];
    Object.assign(each, { id, request, response, failure, at, ms: 1 }, more);
    if (each.response === undefined) delete each.response;
  });

const notRead = 'is not one that the suite reads';
const framed = 'not as long as its Content-Length says';

/** Answers that no connection gives, or that this suite does not read as it is said to have. */
export const answerRows: readonly Row[] = [
  ['the answer before the answer', remade(...answer(() => ({ status: 103 }))), 6, notRead],
  ['an answer with the status 42', remade(...answer(() => ({ status: 42 }))), 6, notRead],
  [
    'a body of an answer without content',
    remade(...answer(({ headers }) => ({ status: 204, headers: without(headers, /^content-length$/i) }))),
    6,
    notRead,
  ],
  [
    'the same body of an answer that was not modified',
    remade(...answer(() => ({ status: 304 }))),
    6,
    notRead,
  ],
  [
    'two lengths of one body',
    remade(
      ...answer(({ headers }) => ({
        headers: [...headers, ...headers.filter(([name]: string[]) => /^content-length$/i.test(name ?? ''))],
      })),
    ),
    6,
    notRead,
  ],
  ['a length and chunks', remade(...withHeader('Transfer-Encoding', 'chunked')), 6, notRead],
  [
    'a length with a sign',
    remade(
      ...answer(({ headers }) => ({
        headers: headers.map(([name, value]: string[]) => [
          name,
          /^content-length$/i.test(name ?? '') ? `+${value}` : value,
        ]),
      })),
    ),
    6,
    notRead,
  ],
  ['a header whose name has a blank', remade(...withHeader('X Y', 'z')), 6, notRead],
  ['a header without a name', remade(...withHeader('', 'z')), 6, notRead],
  [
    'a header in which a second answer begins',
    remade(...withHeader('X', 'a\r\n\r\nHTTP/1.1 200 OK')),
    6,
    notRead,
  ],
  ['a header with letters that no header has', remade(...withHeader('X', 'Z\u00fcrich \u2713')), 6, notRead],
  ['a reason of two lines', remade(...answer(() => ({ reason: 'Unauthorized\r\nX: y' }))), 6, notRead],
  ['a head of a megabyte', remade(...withHeader('X', 'x'.repeat(1_048_576))), 6, notRead],
  [
    'a body of another length, with what looks like a mark',
    remade(...answer(({ body }) => ({ body: `${body}[redacted:` }))),
    6,
    framed,
  ],
  [
    'a concealed body of another length',
    remade(
      ...answer(({ headers }) => ({
        headers: [...headers, ['Content-Encoding', 'gzip']],
        body: '[redacted:encoded-body:7]',
        decoded: '{"code":"[redacted:token:197:0123456789ab]"}',
      })),
    ),
    6,
    framed,
  ],
  ['an answer over a connection that was refused', remade(...failed('refused', {})), 6, notRead],
  [
    'neither an answer nor a failure',
    remade(...failed('refused', { response: undefined, failure: undefined })),
    6,
    notRead,
  ],
];
