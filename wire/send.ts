import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { isInChunks, type RequestSpec, sentOverHttpClient } from './as-sent.ts';
import type { Bounds } from './bounds.ts';
import { Bounded, type Collected, takeChunk } from './collected.ts';
import { decodeContent } from './content-coding.ts';
import {
  type Answer,
  type Exchange,
  type FailureKind,
  type HeaderPair,
  headerValues,
  type SentRequest,
  type TransportFailure,
} from './exchange.ts';
import { createLargeArrivals } from './large-arrivals.ts';

/** The result of sending: not yet redacted, so it must not be stored or shown. */
export type Outcome = Omit<Exchange, 'id'>;

/**
 * Sends one request and waits for the whole response within the limits. Never throws for anything a target does: a missing
 * response is a transport failure. Redirects are responses and never followed.
 */
export async function sendOnce(
  dispatcher: Dispatcher,
  origin: URL,
  spec: RequestSpec,
  { sockets, isPatient = false, ...bounds }: Bounds & SendOptions,
): Promise<Outcome> {
  const request = sentOverHttpClient(origin.host, spec);
  const started = performance.now();
  const collected: Collected = { status: 0, reason: '', headers: [], chunks: [], bytes: 0 };
  const waitMs = isPatient ? bounds.patientMs : bounds.answerMs;
  const watch: Watch = {
    waitMs,
    arrived: () =>
      collected.status +
      collected.bytes +
      [...(sockets ?? [])].reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    isConnected: () => sockets === undefined || sockets.size > 0,
  };
  const error = await dispatch(dispatcher, optionsOf(origin, spec), { bounds, watch }, collected);
  const late = isPatient ? lateness(started, bounds) : undefined;
  return outcomeOf({ request, started, error: error ?? late }, collected, bounds);
}

/** That the response to a patient request came after the usual time. */
export function lateness(started: number, { answerMs }: Bounds): Bounded | undefined {
  if (performance.now() - started <= answerMs) return undefined;
  return new Bounded('slow', `The response was complete only after more than ${answerMs} ms.`);
}

/** How to see progress below the response, and how long to wait. */
export interface SendOptions {
  /** The sockets of the connection: one, or none before it is open. */
  readonly sockets?: ReadonlySet<Pick<Socket, 'bytesRead'>> | undefined;
  /** Waits several times the timeout, to tell a late response from none. */
  readonly isPatient?: boolean;
}

/** What a timer looks at. */
interface Watch {
  readonly waitMs: number;
  /** A number that grows with each byte that arrives. */
  arrived(): number;
  isConnected(): boolean;
}

/** The outcome of a request from what arrived, and the error that ended it, if any. */
export async function outcomeOf(
  {
    request,
    started,
    error,
  }: { readonly request: SentRequest; readonly started: number; readonly error: Error | undefined },
  collected: Collected,
  bounds: Bounds,
): Promise<Outcome> {
  const failure = error === undefined ? undefined : transportFailure(error, collected);
  const answer = collected.status === 0 ? undefined : await finish(collected, failure, bounds);
  return {
    request,
    ms: Math.round((performance.now() - started) * 10) / 10,
    ...(answer?.answer === undefined ? {} : { answer: answer.answer }),
    ...(failure === undefined && answer?.failure === undefined
      ? {}
      : { failure: failure ?? (answer?.failure as TransportFailure) }),
  };
}

function optionsOf(origin: URL, spec: RequestSpec): Dispatcher.DispatchOptions {
  return {
    origin: origin.origin,
    path: spec.target,
    method: spec.method as Dispatcher.HttpMethod,
    headers: spec.headers.flat(),
    body:
      spec.body === undefined || spec.body.length === 0
        ? null
        : isInChunks(spec)
          ? Readable.from(inChunks(spec.body))
          : spec.body,
  };
}

/** Few bytes each, so that characters of several bytes are divided. */
const chunkBytes = 61;

function* inChunks(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += chunkBytes) yield body.subarray(at, at + chunkBytes);
}

function dispatch(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  { bounds, watch }: { readonly bounds: Bounds; readonly watch: Watch },
  into: Collected,
): Promise<Error | undefined> {
  return new Promise((resolve) => {
    let abort: ((reason: Error) => void) | undefined;
    let ended = false;
    const end = (error?: Error): void => {
      if (ended) return;
      ended = true;
      largeArrivals.ended(into);
      clearTimeout(timer);
      clearTimeout(halfTime);
      resolve(error);
    };
    const giveUp = (error: Error): void => {
      end(error);
      abort?.(error);
    };
    let arrivedAtHalf = Number.POSITIVE_INFINITY;
    /** Whether the bytes that arrive are interim responses, which are no beginning of the response. */
    let isInterim = false;
    const halfTime = setTimeout(() => {
      arrivedAtHalf = watch.arrived();
      isInterim = false;
    }, watch.waitMs / 2);
    const timer = setTimeout(
      () =>
        giveUp(
          overdue(watch, largeArrivals.wasPaused(into) || (watch.arrived() > arrivedAtHalf && !isInterim)),
        ),
      watch.waitMs,
    );
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        abort = (reason) => controller.abort(reason);
        if (ended) controller.abort(new Bounded('timeout', 'The request was aborted before it was sent.'));
      },
      onResponseStart(controller, status, _headers, reason) {
        isInterim = status < 200;
        if (isInterim) return;
        into.status = status;
        into.reason = reason ?? '';
        into.headers = rawPairs(controller.rawHeaders);
      },
      onResponseData(controller, chunk) {
        takeChunk(into, chunk, bounds, giveUp);
        if (!ended) largeArrivals.arrived(into, into.bytes, controller);
      },
      onResponseEnd: () => end(),
      onResponseError: (_controller, error) => end(error),
    };
    try {
      dispatcher.dispatch(options, handler);
    } catch (error) {
      end(error as Error);
    }
  });
}

/** Shared by all connections of a process: it is its memory that is short. */
const largeArrivals = createLargeArrivals();

/** Why a response is not complete when the time is up. One that has not grown for half of it has stopped arriving. */
export function overdue(
  { waitMs, isConnected }: Pick<Watch, 'waitMs' | 'isConnected'>,
  isArriving: boolean,
): Bounded {
  if (!isConnected()) return new Bounded('refused', `No connection within ${waitMs} ms.`);
  return isArriving
    ? new Bounded('slow', `The response was still arriving after ${waitMs} ms.`)
    : new Bounded('timeout', `No complete response within ${waitMs} ms.`);
}

/** Header pairs as they stand in the response. */
export function rawPairs(raw: Dispatcher.DispatchController['rawHeaders']): HeaderPair[] {
  if (!Array.isArray(raw)) return [];
  const text = (value: Buffer | string | undefined): string =>
    typeof value === 'string' ? value : (value?.toString('latin1') ?? '');
  const pairs: HeaderPair[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([text(raw[at]), text(raw[at + 1])]);
  return pairs;
}

/** Error messages of the client can contain credentials, so only the kind, the code and our own sentence are kept. */
export function transportFailure(error: Error, collected: Collected): TransportFailure {
  if (error instanceof Bounded)
    return {
      kind: error.kind,
      message: error.message,
      ...(error.code === undefined ? {} : { code: error.code }),
    };
  const code = (error as NodeJS.ErrnoException).code ?? error.name;
  const [kind, what] = whatHappened(code, error.name, collected);
  return { kind, message: `${what} (${code}).`, code };
}

function whatHappened(
  code: string,
  name: string,
  { status }: Collected,
): readonly [kind: FailureKind, what: string] {
  if (status === 0 && code === 'ECONNREFUSED')
    return ['refused', 'No response: the connection was not accepted'];
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return ['timeout', 'No complete response within the time limit'];
  if (/^(HPE_|UND_ERR_HEADERS_OVERFLOW)/.test(code) || name === 'HTTPParserError')
    return ['protocol', 'The response is not valid HTTP'];
  if (status !== 0) return ['cut', 'The connection closed during the response'];
  return ['closed', 'No response: the connection failed, or closed before the response began'];
}

async function finish(
  collected: Collected,
  failure: TransportFailure | undefined,
  bounds: Bounds,
): Promise<{ answer: Answer; failure?: TransportFailure }> {
  const { status, reason, headers } = collected;
  const body = Buffer.concat(collected.chunks);
  const encoding = headerValues(headers, 'content-encoding').join(',');
  if (encoding === '' || failure !== undefined) return { answer: { status, reason, headers, body } };
  const decoded = await decodeContent(body, encoding, bounds.decodedBytes);
  if ('bytes' in decoded) return { answer: { status, reason, headers, body, decoded: decoded.bytes } };
  return {
    answer: { status, reason, headers, body },
    failure: { kind: decoded.problem, message: decoded.message },
  };
}
