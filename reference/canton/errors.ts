import { randomUUID } from 'node:crypto';
import type { Draft } from '../answer.ts';
import type { Call } from '../call.ts';
import type { ErrorCode } from '../error-codes.ts';
import type { Refusal } from '../refusal.ts';

interface CantonErrorKind {
  readonly status: number;
  readonly category: number;
  readonly grpc: number;
  readonly retryInfo?: string;
}

const invalid: CantonErrorKind = { status: 400, category: 8, grpc: 3 };
const kinds: Partial<Readonly<Record<ErrorCode, CantonErrorKind>>> = {
  UNAUTHENTICATED: { status: 401, category: 6, grpc: 16 },
  PERMISSION_DENIED: { status: 403, category: 7, grpc: 7 },
  INTERNAL_ERROR: { status: 500, category: 4, grpc: 13 },
  USER_ALREADY_EXISTS: { status: 409, category: 10, grpc: 6 },
  USER_NOT_FOUND: { status: 404, category: 11, grpc: 5 },
  SUBMISSION_ALREADY_IN_FLIGHT: { status: 409, category: 2, grpc: 10, retryInfo: '1 second' },
};

/** Codes whose errors name the participant without quotes, like other parts of the node. */
const unquoted: readonly ErrorCode[] = [
  'FAILED_TO_EXECUTE_TRANSACTION',
  'SUBMISSION_ALREADY_IN_FLIGHT',
  'INVALID_TOKEN',
];
/** Codes whose errors contain the id of the submission. */
const correlated: readonly ErrorCode[] = ['INVALID_FIELD', 'MISSING_FIELD', 'NEGATIVE_OFFSET'];

const json = { 'Content-Type': 'application/json' };

/** The text of a 400. */
export function composeTextFailure({ cause }: Refusal): Draft {
  return {
    status: 400,
    headers: { 'Content-Type': 'text/plain; charset=UTF-8' },
    content: { kind: 'text', text: cause },
  };
}

/** The error object with all its fields, security-sensitive ones redacted. Errors of HTTP itself have another form. */
export function composeErrorObject(refusal: Refusal, call: Call): Draft {
  const { code } = refusal;
  if (code === 'UNKNOWN_RESOURCE') return unknownPath(call);
  if (code === 'METHOD_NOT_ALLOWED') return text(405, 'Method Not Allowed');
  if (code === 'REQUEST_TOO_LARGE')
    return text(413, 'EntityStreamSizeException: incoming entity size exceeded size limit');
  const kind = kinds[code] ?? invalid;
  return {
    status: kind.status,
    headers: json,
    content: { kind: 'json', value: errorOf(refusal, kind, call) },
  };
}

function errorOf(refusal: Refusal, kind: CantonErrorKind, call: Call): object {
  const traceId = traceIdOf(call);
  const { code, cause, context, layer } = refusal;
  const { grpc: grpcCodeValue, retryInfo = null } = kind;
  if ([401, 403, 500].includes(kind.status)) {
    const trace = kind.status === 500 ? null : traceId;
    const redacted = { code: 'NA', cause: 'A security-sensitive error has been received' };
    const ids = { correlationId: trace, traceId: trace, context: context ?? {}, resources: [] };
    return { ...redacted, ...ids, errorCategory: -1, grpcCodeValue, retryInfo, definiteAnswer: null };
  }
  if (code === 'TOPOLOGY_NOT_SIGNED') return undetailed(cause, grpcCodeValue);
  const words = { code, cause };
  const rest = { resources: refusal.resources ?? [], errorCategory: kind.category, grpcCodeValue, retryInfo };
  if (layer === 'json')
    return { ...words, correlationId: traceId, traceId, context: {}, ...rest, definiteAnswer: false };
  const name = call.ledger.participantName;
  const told = {
    participant: unquoted.includes(code) ? name : `'${name}'`,
    ...(code === 'NEGATIVE_OFFSET' ? {} : { definite_answer: 'false' }),
    tid: traceId,
    category: String(kind.category),
    ...context,
  };
  const submissionId = correlated.includes(code) ? submissionIdOf(call.input) : null;
  const prefix = `${code}(${kind.category},${(submissionId ?? traceId).slice(0, 8)}): `;
  return {
    code,
    // The prefix of a cause is removed only if the cause is a single line.
    cause: shortened(cause.includes('\n') ? `${prefix}${cause}` : cause),
    correlationId: submissionId === null ? null : cut(submissionId),
    traceId,
    context: told,
    ...rest,
    definiteAnswer: null,
  };
}

/** A cause has at most 512 characters, and three full stops behind it where it had more. */
function shortened(cause: string): string {
  return cause.length > 512 ? `${cause.slice(0, 512)}...` : cause;
}

/** A gRPC error without details: its text replaces the code. */
function undetailed(words: string, grpcCodeValue: number): object {
  const ids = { correlationId: null, traceId: null, context: {}, resources: [] };
  const error = { code: words, cause: `INVALID_ARGUMENT: ${words}`, ...ids };
  return { ...error, errorCategory: -1, grpcCodeValue, retryInfo: null, definiteAnswer: null };
}

function unknownPath({ method, target, headers }: Call): Draft {
  const errors = [`HttpMethod(${method}), uri: http://${headers.host ?? 'localhost'}${target}`];
  const value = { errors, status: 404, ledgerApiError: null };
  return { status: 404, headers: json, content: { kind: 'json', value } };
}

function text(status: number, words: string): Draft {
  const headers = { 'Content-Type': 'text/plain; charset=UTF-8' };
  return { status, headers, content: { kind: 'text', text: words } };
}

/** How the header traceparent was spelled first on a connection; that counts for the requests behind it too. */
const spellings = new WeakMap<object, string>();

/** The trace id of a W3C `traceparent` header, whose name the node knows in lower case alone, or a new one. */
function traceIdOf({ headers: { traceparent }, headerNames, connection }: Call): string {
  const name = headerNames.find((each) => each.toLowerCase() === 'traceparent');
  const spelling = spellings.get(connection) ?? name;
  if (spelling !== undefined) spellings.set(connection, spelling);
  const given =
    typeof traceparent === 'string' && spelling === 'traceparent'
      ? /^00-([0-9a-f]{32})-[0-9a-f]{16}-/.exec(traceparent)?.[1]
      : undefined;
  return given ?? randomUUID().replaceAll('-', '');
}

/** Ids of more than 256 characters are cut. */
function cut(id: string): string {
  return id.length > 256 ? `${id.slice(0, 253)}...` : id;
}

function submissionIdOf(input: unknown): string | null {
  if (typeof input !== 'object' || input === null || !('submissionId' in input)) return null;
  return typeof input.submissionId === 'string' ? input.submissionId : null;
}
