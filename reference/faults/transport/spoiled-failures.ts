import type { Answer } from '../../answer.ts';
import type { Call } from '../../call.ts';
import type { Operation } from '../../operation.ts';
import { isObject } from '../../rules/json-types.ts';
import type { Fault } from '../fault.ts';
import { quotes } from '../quotes.ts';
import { isSuccess, type Spoil, spoilDelivery } from './spoil-delivery.ts';
import * as ways from './ways.ts';

interface SpoiledFailure {
  readonly id: string;
  readonly what: string;
  readonly operation: Operation;
  readonly requirement: string;
  readonly quote: string;
  readonly concerns: (call: Call, answer: Answer) => boolean;
  readonly spoil: Spoil;
}

const text = {
  operation: 'generate-topology',
  requirement: 'GT-FAILURE-TEXT',
  quote: quotes.invalidValue,
} as const;
const generate = {
  operation: 'generate-topology',
  requirement: 'GT-FAILURE-FORM',
  quote: quotes.generateOtherStatus,
} as const;
const execute = {
  operation: 'execute-submission',
  requirement: 'EX-FAILURE-FORM',
  quote: quotes.failure,
} as const;
const list = { operation: 'list-users', requirement: 'LU-FAILURE-FORM', quote: quotes.failure } as const;

const rows: readonly SpoiledFailure[] = [
  {
    ...text,
    id: 'empty-body-closes-connection',
    what: 'An empty generate-topology body closes the connection.',
    concerns: ({ body }) => body.length === 0,
    spoil: ways.closedWithoutAnswer,
  },
  {
    ...text,
    id: 'null-body-closes-connection',
    what: 'The generate-topology body null closes the connection.',
    concerns: ({ body, input }) => input === null && body.length > 0,
    spoil: ways.closedWithoutAnswer,
  },
  {
    ...text,
    id: 'negative-threshold-is-never-answered',
    what: 'A request with a negative confirmationThreshold is never answered.',
    concerns: ({ input }) => isObject(input) && input.confirmationThreshold === -1,
    spoil: ways.neverAnswered,
  },
  {
    ...text,
    id: 'text-of-400-is-cut',
    what: 'The text of a 400 ends before its Content-Length.',
    concerns: (_call, { status, headers }) => status === 400 && /^text/.test(headers['Content-Type'] ?? ''),
    spoil: ways.cutInTheMiddle,
  },
  {
    ...text,
    id: 'text-of-400-is-called-gzip',
    what: 'The text of a 400 is called gzip and is not.',
    concerns: (_call, { status, headers }) => status === 400 && /^text/.test(headers['Content-Type'] ?? ''),
    spoil: ways.calledGzip,
  },
  {
    ...generate,
    id: 'invalid-token-closes-connection',
    what: 'A generate-topology request without a valid token closes the connection.',
    concerns: (_call, { status }) => status === 401,
    spoil: ways.closedWithoutAnswer,
  },
  {
    ...execute,
    id: 'malformed-json-closes-connection',
    what: 'An execute body that is no JSON closes the connection.',
    concerns: ({ input, body }, { status }) => status === 400 && input === undefined && body.length > 0,
    spoil: ways.closedWithoutAnswer,
  },
  {
    ...execute,
    id: 'long-submission-id-cuts-answer',
    what: 'The error object for a submissionId above 255 characters is cut.',
    concerns: ({ input }) =>
      isObject(input) && typeof input.submissionId === 'string' && input.submissionId.length > 255,
    spoil: ways.cutInTheMiddle,
  },
  {
    ...execute,
    id: 'empty-signatures-are-never-answered',
    what: 'A submission with an empty list of signatures is never answered.',
    concerns: ({ input }) =>
      isObject(input) &&
      isObject(input.partySignatures) &&
      JSON.stringify(input.partySignatures.signatures) === '[]',
    spoil: ways.neverAnswered,
  },
  {
    ...execute,
    id: 'error-object-is-no-utf-8',
    what: 'The error object of an execute failure is not valid UTF-8.',
    requirement: 'ERR-OBJECT',
    quote: quotes.errorObject,
    concerns: (_call, { status }) => status >= 400,
    spoil: ways.invalidUtf8,
  },
  {
    ...list,
    id: 'invalid-token-is-cut',
    what: 'The error object for a list-users request without a valid token is cut.',
    concerns: (_call, { status }) => status === 401,
    spoil: ways.cutInTheMiddle,
  },
  {
    ...list,
    id: 'bad-page-token-is-called-gzip',
    what: 'The error object for a bad page token is called gzip and is not.',
    concerns: (_call, { status }) => status === 400,
    spoil: ways.calledGzip,
  },
];

/** Failures of one kind that cannot be read, while valid requests are answered (ruling 26). */
export const spoiledFailureFaults: readonly Fault[] = rows.map(
  ({ id, what, operation, requirement, quote, concerns, spoil }) => ({
    id: `${operation}-${id}`,
    title: what,
    operations: [operation],
    requirements: [requirement],
    quote,
    when: 'always',
    apply: spoilDelivery(
      (call, answer) => call.operation === operation && !isSuccess(answer) && concerns(call, answer),
      spoil,
    ),
  }),
);
