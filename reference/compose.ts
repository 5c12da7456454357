import { randomUUID } from 'node:crypto';
import type { Draft } from './answer.ts';
import type { Call } from './call.ts';
import { type ErrorKind, errorCodes } from './error-codes.ts';
import type { Refusal } from './refusal.ts';

const jsonHeaders = { 'Content-Type': 'application/json' };
const textHeaders = { 'Content-Type': 'text/plain; charset=utf-8' };

/** 200 with the result as JSON (ruling 1). */
export function composeSuccess(result: unknown): Draft {
  return { status: 200, headers: jsonHeaders, content: { kind: 'json', value: result } };
}

/** The 400 for an invalid value: a plain string (interface.md, Errors). */
export function composeTextFailure(refusal: Refusal): Draft {
  return { status: 400, headers: textHeaders, content: { kind: 'text', text: refusal.cause } };
}

/** The error object of interface.md, Errors, without optional fields that have no value. */
export function composeErrorObject(refusal: Refusal, call: Call): Draft {
  const kind: ErrorKind = errorCodes[refusal.code];
  const traceId = traceIdOf(call);
  const value = {
    code: refusal.code,
    cause: refusal.cause,
    correlationId: submissionIdOf(call.input) ?? traceId,
    traceId,
    context: {
      category: String(kind.category),
      participant: call.ledger.participantName,
      tid: traceId,
      definite_answer: 'false',
      ...refusal.context,
    },
    ...(refusal.resources === undefined ? {} : { resources: refusal.resources }),
    errorCategory: kind.category,
    grpcCodeValue: kind.grpcCode,
    ...(kind.retryInfo === undefined ? {} : { retryInfo: kind.retryInfo }),
    definiteAnswer: false,
  };
  const headers = { ...jsonHeaders, ...refusal.headers };
  return { status: kind.status, headers, content: { kind: 'json', value } };
}

/** The trace id of a W3C `traceparent` header, or a new one: 32 lower-case hex digits. */
function traceIdOf(call: Call): string {
  const parent = call.headers.traceparent;
  const given = typeof parent === 'string' ? /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(parent)?.[1] : undefined;
  return given ?? randomUUID().replaceAll('-', '');
}

function submissionIdOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !('submissionId' in input)) return undefined;
  const { submissionId } = input;
  return typeof submissionId === 'string' && submissionId !== '' ? submissionId.slice(0, 255) : undefined;
}
