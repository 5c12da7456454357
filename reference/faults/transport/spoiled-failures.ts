import type { Answer } from '../../answer.ts';
import type { Call } from '../../call.ts';
import type { Operation } from '../../operation.ts';
import { isObject } from '../../rules/json-types.ts';
import type { Fault } from '../fault.ts';
import { faultsOf } from '../fault-row.ts';
import { isSuccess, type Spoil, spoilDelivery } from './spoil-delivery.ts';
import * as ways from './ways.ts';

type Spoiled = readonly [title: string, spoil: Spoil, concerns: (call: Call, answer: Answer) => boolean];

/** Faults of one operation that break the same requirement, by id. */
function spoiling(operation: Operation, requirement: string, rows: Readonly<Record<string, Spoiled>>): Fault[] {
  return faultsOf(
    operation,
    Object.entries(rows).map(([id, [title, spoil, concerns]]) => ({
      id,
      title,
      requirements: [requirement],
      apply: spoilDelivery((call, answer) => call.operation === operation && !isSuccess(answer) && concerns(call, answer), spoil),
    })),
  );
}

/** Whether a text opens more arrays and objects than it closes. */
function endsInside(text: string): boolean {
  const bare = text.replaceAll(/"(?:\\.|[^"\\])*"/gs, '');
  return bare.split(/[[{]/).length > bare.split(/[\]}]/).length;
}

/** Failures of one kind that cannot be read, while valid requests are answered (ruling 26). */
export const spoiledFailureFaults: readonly Fault[] = [
  ...spoiling('generate-topology', 'GT-FAILURE-TEXT', {
    'empty-body-closes-connection': ['An empty generate-topology body closes the connection.', ways.closedWithoutAnswer, ({ body }) => body.length === 0],
    'null-body-closes-connection': [
      'The generate-topology body null closes the connection.',
      ways.closedWithoutAnswer,
      ({ body, input }) => input === null && body.length > 0,
    ],
    'negative-threshold-is-never-answered': [
      'A request with a negative confirmationThreshold is never answered.',
      ways.neverAnswered,
      ({ input }) => isObject(input) && input.confirmationThreshold === -1,
    ],
    'unclosed-text-is-never-answered': [
      'A body that ends inside an array or object is never answered.',
      ways.neverAnswered,
      ({ body }) => endsInside(body.toString()),
    ],
    'text-of-400-is-cut': [
      'The text of a 400 ends before its Content-Length.',
      ways.cutInTheMiddle,
      (_call, { status, headers }) => status === 400 && /^text/.test(headers['Content-Type'] ?? ''),
    ],
    'string-threshold-resets-connection': [
      'A request with a string as confirmationThreshold resets the connection.',
      ways.resetWithoutAnswer,
      ({ input }) => isObject(input) && typeof input.confirmationThreshold === 'string',
    ],
    'missing-hint-stops-in-the-middle': [
      'The answer to a request without partyHint stops in the middle.',
      ways.stopped,
      ({ input }) => isObject(input) && !('partyHint' in input) && 'publicKey' in input,
    ],
    'text-of-400-is-called-gzip': [
      'The text of a 400 declares gzip but is not compressed.',
      ways.calledGzip,
      (_call, { status, headers }) => status === 400 && /^text/.test(headers['Content-Type'] ?? ''),
    ],
  }),
  ...spoiling('generate-topology', 'GT-FAILURE-FORM', {
    'invalid-token-closes-connection': [
      'A generate-topology request without a valid token closes the connection.',
      ways.closedWithoutAnswer,
      (_call, { status }) => status === 401,
    ],
  }),
  ...spoiling('execute-submission', 'EX-FAILURE-FORM', {
    'malformed-json-closes-connection': [
      'An execute body that is no JSON closes the connection.',
      ways.closedWithoutAnswer,
      ({ input, body }, { status }) => status === 400 && input === undefined && body.length > 0,
    ],
    'long-submission-id-cuts-answer': [
      'The error object for a submissionId above 255 characters is cut.',
      ways.cutInTheMiddle,
      ({ input }) => isObject(input) && typeof input.submissionId === 'string' && input.submissionId.length > 255,
    ],
    'wrong-scheme-answer-is-shorter-than-it-says': [
      'The error object for an unknown hashingSchemeVersion is shorter than its Content-Length.',
      ways.lengthTooLarge,
      ({ input }) =>
        isObject(input) && typeof input.hashingSchemeVersion === 'string' && !/^HASHING_SCHEME_VERSION_(V2|V3|UNSPECIFIED)$/.test(input.hashingSchemeVersion),
    ],
    'empty-signatures-are-never-answered': [
      'A submission with an empty list of signatures is never answered.',
      ways.neverAnswered,
      ({ input }) => isObject(input) && isObject(input.partySignatures) && JSON.stringify(input.partySignatures.signatures) === '[]',
    ],
  }),
  ...spoiling('execute-submission', 'ERR-OBJECT', {
    'error-object-is-no-utf-8': ['The error object of an execute failure is not valid UTF-8.', ways.invalidUtf8, (_call, { status }) => status >= 400],
  }),
  ...spoiling('list-users', 'LU-FAILURE-FORM', {
    'invalid-token-is-cut': [
      'The error object for a list-users request without a valid token is cut.',
      ways.cutInTheMiddle,
      (_call, { status }) => status === 401,
    ],
    'invalid-token-is-reset': [
      'A list-users request without a valid token has its connection reset.',
      ways.resetWithoutAnswer,
      (_call, { status }) => status === 401,
    ],
    'bad-page-token-is-called-gzip': [
      'The error object for a bad page token declares gzip but is not compressed.',
      ways.calledGzip,
      (_call, { status }) => status === 400,
    ],
  }),
];
