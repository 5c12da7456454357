import { type Planned, writtenOf } from './as-sent.ts';
import type { Bounds } from './bounds.ts';
import { breakOff, type Channel, exchangeOn } from './channel.ts';
import { Bounded, type Collected, createLargeArrivals, takeChunk } from './collected.ts';
import { decodeContent } from './content-coding.ts';
import {
  type Answer,
  type Exchange,
  type FailureKind,
  headerValues,
  type TransportFailure,
} from './exchange.ts';

/** The result of sending: not yet redacted, so it must not be stored or shown. */
export type Outcome = Omit<Exchange, 'id'>;

/** What a request is sent on, and how long to wait for its response. */
export interface SendOptions {
  /** How long the connection may be idle behind the response where the target does not say, in milliseconds. */
  readonly keptMs?: number;
  /** Waits several times the timeout, to tell a late response from none. */
  readonly isPatient?: boolean;
}

/** How long to wait for what is only observed, in milliseconds. */
export const observedMs = 2_000;

/** How long a target may read of a request before it is broken off, by how much of the body was sent; milliseconds. */
const beforeBreakingOffMs = { 'within-body': 20, 'behind-body': 2 } as const;

/**
 * Sends one request and waits for the whole response within the limits. Never throws for anything a target does: a missing
 * response is a transport failure. Redirects are responses and never followed.
 */
export async function sendOnce(
  open: () => Promise<Channel>,
  planned: Planned,
  { isPatient = false, keptMs, ...bounds }: Bounds & SendOptions,
): Promise<Outcome> {
  const started = performance.now();
  const collected: Collected = { status: 0, reason: '', headers: [], chunks: [], bytes: 0 };
  const { isBrokenOff } = planned;
  const error =
    isBrokenOff === undefined
      ? await exchange(open, planned, { bounds, isPatient, keptMs }, collected)
      : await open()
          .then((channel) => breakOff(channel, writtenOf(planned), beforeBreakingOffMs[isBrokenOff]))
          .catch((failure: Error) => failure);
  const ms = performance.now() - started;
  const late =
    isPatient && ms > bounds.answerMs
      ? new Bounded('slow', `The response was complete only after more than ${bounds.answerMs} ms.`)
      : undefined;
  const failed = error ?? late;
  const failure = failed === undefined ? undefined : transportFailure(failed, collected);
  const answer = collected.status === 0 ? undefined : await finish(collected, failure, bounds);
  return {
    request: planned.sent,
    ms: Math.round((performance.now() - started) * 10) / 10,
    answer: answer?.answer,
    failure: failure ?? answer?.failure,
  };
}

/** Shared by all connections of a process: it is its memory that is short. */
const largeArrivals = createLargeArrivals();

/** Resolves with the error if there is no whole response in time. */
function exchange(
  open: () => Promise<Channel>,
  planned: Planned,
  { bounds, isPatient, keptMs }: { readonly bounds: Bounds } & SendOptions,
  into: Collected,
): Promise<Error | undefined> {
  return new Promise((resolve) => {
    let channel: Channel | undefined;
    let giveUp = (reason: Error): void => ended(reason);
    let isOver = false;
    let arrivedAtHalf = Number.POSITIVE_INFINITY;
    /** Whether the bytes that arrive are interim responses, which are no beginning of the response. */
    let isInterim = false;
    let timer: NodeJS.Timeout | undefined;
    const ended = (error?: Error): void => {
      isOver = true;
      clearTimeout(timer);
      largeArrivals.ended(into);
      resolve(error);
    };
    const limit = (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        arrivedAtHalf = channel?.socket.bytesRead ?? 0;
        isInterim = false;
        timer = setTimeout(() => giveUp(overdue(ms)), ms / 2);
      }, ms / 2);
    };
    /** Why a response is not complete when the time is up. One that has not grown for half of it has stopped arriving. */
    const overdue = (ms: number): Bounded => {
      if (channel === undefined) return new Bounded('refused', `No connection within ${ms} ms.`);
      const isArriving = channel.socket.bytesRead > arrivedAtHalf && !isInterim;
      return isArriving || largeArrivals.wasPaused(into)
        ? new Bounded('slow', `The response was still arriving after ${ms} ms.`)
        : new Bounded('timeout', `No complete response within ${ms} ms.`);
    };
    limit(isPatient ? bounds.patientMs : bounds.answerMs);
    const begin = (opened: Channel): void => {
      if (isOver) return;
      channel = opened;
      if (planned.isObserved === true) limit(Math.min(bounds.answerMs, observedMs));
      const watched = {
        into,
        headBytes: bounds.headerBytes,
        body(bytes: Buffer): void {
          takeChunk(into, bytes, bounds, giveUp);
          if (!isOver) largeArrivals.arrived(into, into.bytes, opened.socket);
        },
        interim: () => {
          isInterim = true;
        },
        ended,
      };
      giveUp = exchangeOn(opened, writtenOf(planned), watched, keptMs);
    };
    open().then(begin).catch(ended);
  });
}

/** Messages of errors can contain credentials, so only the kind, the code and our own sentence are kept. */
function transportFailure(error: Error, collected: Collected): TransportFailure {
  if (error instanceof Bounded) return { kind: error.kind, message: error.message, code: error.code };
  const code = (error as NodeJS.ErrnoException).code ?? error.name;
  const [kind, what] = whatHappened(code, collected);
  return { kind, message: `${what} (${code}).`, code };
}

function whatHappened(code: string, { status }: Collected): readonly [kind: FailureKind, what: string] {
  if (status === 0 && code === 'ECONNREFUSED')
    return ['refused', 'No response: the connection was not accepted'];
  if (code.startsWith('HPE_')) return ['protocol', 'The response is not valid HTTP'];
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
  return Buffer.isBuffer(decoded)
    ? { answer: { status, reason, headers, body, decoded } }
    : { answer: { status, reason, headers, body }, failure: decoded };
}
