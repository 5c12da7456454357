import { gzipSync } from 'node:zlib';
import { encoded, headers } from '../../rows/answers.ts';
import { behindFirst, failure, success, target, textAt, when, where } from '../../rows/conditions.ts';
import type { Action, Condition } from '../../rows/engine.ts';
import { closed, cut, cutAboveMebibyte, cutBetweenChunks, ended, headersAlone, never, reset, send, stopped, tooLong, tooShort } from '../../rows/sending.ts';
import { isArray, isObject } from '../../rules/json-types.ts';
import type { Fault } from '../fault.ts';
import { EX, type FaultEntry, faults, GT, LU } from '../table.ts';

const called = { 'Content-Encoding': 'gzip' };
const calledGzip = headers(called);

function withWrongChecksum(bytes: Buffer): Buffer {
  const broken = gzipSync(bytes);
  const at = broken.length - 8;
  broken[at] = (broken[at] ?? 0) ^ 0xff;
  return broken;
}

/** A byte that is invalid in UTF-8, in the first string. */
const invalidUtf8 = encoded((bytes) => {
  const at = bytes.indexOf('"') + 1;
  if (at === 0) return Buffer.from('{"note":"\xff"}', 'latin1');
  return Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at)]);
});

type Way = readonly [id: string, on: string, what: string, does: Action];

/** Ways in which a success is no answer. */
const successWays: readonly Way[] = [
  ['is-cut', 'GT LU', 'is cut in the middle', cut],
  ['is-cut-between-chunks', 'EX', 'ends without its last chunk', cutBetweenChunks],
  ['never-comes', 'EX', 'never comes', never],
  ['has-no-body', 'GT', 'has headers, and its body never comes', headersAlone],
  ['is-a-closed-connection', 'GT EX', 'is a closed connection', closed],
  ['stops-in-the-middle', 'EX', 'stops in the middle, and its connection stays open', stopped],
  ['is-cut-above-a-mebibyte', 'LU', 'is cut above a mebibyte', cutAboveMebibyte],
  ['is-shorter-than-it-says', 'GT LU', 'is shorter than its Content-Length', tooShort],
  ['is-a-reset-connection', 'LU', 'is a reset connection', reset],
  ['stops-in-its-status-line', 'GT', 'stops in its status line, and its connection stays open', send(({ socket }) => socket?.write('HTTP/1.1 2'))],
  ['is-called-gzip', 'GT EX LU', 'declares gzip but is not compressed', calledGzip],
  ['is-cut-gzip', 'GT', 'is gzip without its end', encoded((bytes) => gzipSync(bytes).subarray(0, -6), called)],
  ['is-broken-gzip', 'LU', 'is gzip with a wrong checksum', encoded(withWrongChecksum, called)],
  ['is-no-http', 'EX', 'is not HTTP', ended('HTP/1 OK\r\n\r\n')],
];

/** Ways in which a success is no JSON. */
const mediaWays: readonly Way[] = [
  ['lacks-last-byte', 'GT EX LU', 'lacks its last byte, and its Content-Length agrees', encoded((bytes) => bytes.subarray(0, -1))],
  ['is-longer-than-it-says', 'EX', 'is longer than its Content-Length', tooLong],
  ['is-no-utf-8', 'GT EX LU', 'is not valid UTF-8', invalidUtf8],
  ['is-utf-16', 'GT LU', 'is UTF-16', encoded((bytes) => Buffer.from(`\ufeff${bytes}`, 'utf16le'))],
  ['has-comma-behind', 'LU', 'has a trailing comma after its JSON', encoded((bytes) => Buffer.concat([bytes, Buffer.from(',')]))],
];

const operations = { GT, EX, LU } as const;
const inWays = (ways: readonly Way[], breaks: readonly string[]): Fault[] =>
  ways.flatMap(([id, on, what, does]) =>
    on
      .split(' ')
      .flatMap((name) => faults(operations[name as keyof typeof operations], breaks, success, { [`success-${id}`]: [`A success of @ ${what}.`, does] })),
  );

/** Successes of one operation that cannot be read, while the other operations respond (rulings 2 and 26). */
export const unreadableSuccesses: readonly Fault[] = [...inWays(successWays, ['@-SUCCESS']), ...inWays(mediaWays, ['@-RES-MEDIA', '@-SUCCESS'])];

const some = (pointer: string): Condition => where(pointer, (list) => Array.isArray(list) && list.length > 0);
const pages = ['LU-PAGE-SIZE', 'LU-SUCCESS', 'LU-PAGE-COMPLETE', 'LU-PAGE-CONTINUES'];

/** Valid requests with one option that get no whole response, while others do (ruling 26). */
export const unreadableOptions: readonly Fault[] = [
  ...faults(GT, ['GT-SUCCESS', 'GT-REQ-THRESHOLD-TYPE'], success, {
    'threshold-of-one-resets-connection': ['A confirmationThreshold of 1 resets the connection.', reset, where('/confirmationThreshold', 1)],
  }),
  ...faults(GT, ['GT-REQ-OBSERVING', 'GT-SUCCESS'], success, {
    'observing-participants-are-never-answered': ['A valid request with observing participants is never answered.', never, some('/observingParticipantUids')],
  }),
  ...faults(GT, ['GT-REQ-OTHERCONFIRMING', 'GT-SUCCESS'], success, {
    'confirming-participants-stop-in-the-middle': [
      'The answer to a valid request with other confirming participants stops in the middle.',
      stopped,
      some('/otherConfirmingParticipantUids'),
    ],
  }),
  ...faults(LU, pages, {
    'page-size-of-two-resets-connection': ['A page size of 2 resets the connection.', reset, { under: target(/pageSize=2(&|$)/), only: 'value' }],
    'page-size-of-100-is-cut': ['A page of 100 is cut in the middle.', cut, { under: [success, target(/pageSize=100(&|$)/)], only: 'value' }],
  }),
];

const stops = (what: string, does: Action): Readonly<Record<string, FaultEntry>> => ({
  'stops-answering': [`After 150 requests, each request to @ is ${what}.`, does, { under: behindFirst(150), when: 'late', only: 'state' }],
});

/** Operations that stop for good, such as behind a lock that is never released, while the others respond (ruling 26). */
export const stoppingOperations: readonly Fault[] = [
  ...faults(GT, 'GT-SUCCESS', stops('never answered', never)),
  ...faults(EX, 'EX-SUCCESS', stops('closed without an answer', closed)),
  ...faults(LU, 'LU-SUCCESS', stops('answered with headers alone', headersAlone)),
];

const status = (code: number): Condition => when((call) => call.status === code);
const textOf400 = when(({ status: code, text }) => code === 400 && text !== undefined);

/** A text opens more arrays and objects than it closes. */
const endsInside = when(({ body }) => {
  const bare = body.toString().replaceAll(/"(?:\\.|[^"\\])*"/gs, '');
  return bare.split(/[[{]/).length > bare.split(/[\]}]/).length;
});

/** Failures of one kind that cannot be read, while valid requests are answered (ruling 26). */
export const unreadableFailures: readonly Fault[] = [
  ...faults(GT, 'GT-FAILURE-TEXT', failure(), {
    'empty-body-closes-connection': ['An empty generate-topology body closes the connection.', closed, when(({ body }) => body.length === 0)],
    'null-body-closes-connection': ['The generate-topology body null closes the connection.', closed, when(({ input }) => input === null)],
    'negative-threshold-is-never-answered': ['A request with a negative confirmationThreshold is never answered.', never, where('/confirmationThreshold', -1)],
    'unclosed-text-is-never-answered': ['A body that ends inside an array or object is never answered.', never, endsInside],
    'large-exponent-is-never-answered': [
      'A confirmationThreshold of 536,870,000 digits, written with an exponent, is never answered.',
      never,
      when(({ body }) => /"confirmationThreshold":1e5\d{8}\b/.test(body.toString())),
    ],
    'text-of-400-is-cut': ['The text of a 400 ends before its Content-Length.', cut, textOf400],
    'string-threshold-resets-connection': ['A string as confirmationThreshold resets the connection.', reset, where('/confirmationThreshold', /^/)],
    'missing-hint-stops-in-the-middle': [
      'The answer to a request without partyHint stops in the middle.',
      stopped,
      when(({ input }) => isObject(input) && !('partyHint' in input) && 'publicKey' in input),
    ],
    'text-of-400-is-called-gzip': ['The text of a 400 declares gzip but is not compressed.', calledGzip, textOf400],
  }),
  ...faults(GT, 'GT-FAILURE-FORM', failure('credential'), {
    'invalid-token-closes-connection': ['A generate-topology request without a valid token closes the connection.', closed],
  }),
  ...faults(EX, 'EX-FAILURE-FORM', failure(), {
    'malformed-json-closes-connection': [
      'An execute body that is no JSON closes the connection.',
      closed,
      [status(400), when(({ input, body }) => input === undefined && body.length > 0)],
    ],
    'long-submission-id-cuts-answer': [
      'The error object for a submissionId above 255 characters is cut.',
      cut,
      when((call) => textAt(call, '/submissionId').length > 255),
    ],
    'wrong-scheme-answer-is-shorter-than-it-says': [
      'The error object for an unknown hashingSchemeVersion is shorter than its Content-Length.',
      tooShort,
      where('/hashingSchemeVersion', /^(?!HASHING_SCHEME_VERSION_(V2|V3|UNSPECIFIED)$)/),
    ],
    'empty-signatures-are-never-answered': [
      'A submission with an empty list of signatures is never answered.',
      never,
      where('/partySignatures/signatures', (list) => isArray(list) && list.length === 0),
    ],
  }),
  ...faults(EX, 'ERR-OBJECT', failure(), {
    'error-object-is-no-utf-8': ['The error object of an execute failure is not valid UTF-8.', invalidUtf8],
  }),
  ...faults(LU, 'LU-FAILURE-FORM', failure(), {
    'invalid-token-is-cut': ['The error object for a list-users request without a valid token is cut.', cut, status(401)],
    'invalid-token-is-reset': ['A list-users request without a valid token has its connection reset.', reset, status(401)],
    'bad-page-token-is-called-gzip': ['The error object for a bad page token declares gzip but is not compressed.', calledGzip, status(400)],
  }),
];
