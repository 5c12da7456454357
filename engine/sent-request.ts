import type { Circumstance } from '../journal/circumstances.ts';
import type { Attempt, CaseRecord } from '../journal/record.ts';
import type { Bounds } from '../wire/bounds.ts';
import type { ClientStyle } from '../wire/client-style.ts';
import type { Client } from '../wire/clients.ts';
import type { Connection } from '../wire/connections.ts';
import { type Header, headerPairs, type Scheme } from '../wire/credential.ts';
import { type Exchange, headerValue } from '../wire/exchange.ts';
import type { OperationRequest } from '../wire/plan-request.ts';
import { askedDelay, isTurnedAway, retryDelay } from '../wire/retry.ts';
import { wasRefusedForItsEnd } from '../wire/token-end.ts';
import type { TextOf } from '../wire/token-texts.ts';
import type { Wire } from '../wire/wire.ts';
import { type Request, type RequestRole, requestAt, type Sendable } from './check.ts';
import type { Clock, ReadMoment } from './clock.ts';
import { type Health, OperationGivenUp } from './health.ts';
import { exchangesBefore, sentOn } from './line-history.ts';

/** The client that sends a request on connections of its own, if one does. */
export function clientOf({ connection, style }: OperationRequest): Client | undefined {
  return typeof connection === 'object' || style?.exact === undefined ? undefined : style.client;
}

/** What the requests of a case follow from, in a run and where it is generated again. */
export interface CaseOrigin extends Pick<CaseRecord, 'id' | 'requirement' | 'operation' | 'judge'> {
  /** Defaults to the scheme that the target is known to accept, and to the token of the run; a client may have its own. */
  readonly validCredential: (scheme?: Scheme, client?: Client) => readonly Header[];
  /** The same with a token that was not sent before; undefined if none can be made. */
  readonly newCredential?: readonly Header[] | undefined;
  readonly plain: () => OperationRequest;
  /** The client as which a request is sent, from what identifies it; if omitted, as the suite itself. */
  readonly style?: (key: string, credential?: Request['credential']) => ClientStyle;
  /** Under which circumstances a request is sent; if omitted, the case does not record any. */
  readonly circumstance?: (
    request: OperationRequest,
    credential: readonly Header[] | Scheme | undefined,
  ) => Circumstance;
}

/** A case, and what it is sent with. */
export interface CaseParts extends CaseOrigin {
  readonly wire: Wire;
  readonly bounds: Bounds;
  /** The text of a token, asked for when a request with it is about to be sent. */
  readonly tokenText: TextOf;
  readonly health: Health;
  readonly clock: Clock;
  readonly moment: ReadMoment;
  /** False if failures should not be confirmed with valid requests before and after a further attempt (ruling 26). */
  readonly confirms?: false;
}

/** What a case has sent so far. */
export interface CaseLog {
  readonly attempts: Attempt[];
  /** Requests so far; each has its own ordinal. */
  requests: number;
  /** How many times any request of the case was sent, including retries. */
  sent: number;
  /** Of each request sent for its own sake; not of controls and smaller counterexamples. */
  readonly circumstances: Circumstance[];
  /** The form of an answer that valid requests got as well, and the reason why nothing more is sent, if so. */
  shutOut?: readonly string[];
}

/** The ordinal of the request that an exchange of the case belongs to. */
export function ordinalOf({ attempts }: Pick<CaseLog, 'attempts'>, exchange: Exchange): number {
  const attempt = attempts.find((each) => each.exchange === exchange);
  if (attempt === undefined) throw new Error(`The exchange ${exchange.id} does not belong to the case.`);
  return attempt.ordinal;
}

/**
 * Whether a request is sent once: nothing is judged by an answer in another protocol, so none is worth waiting for. One without a
 * length is an ordinary request.
 */
export function isSentOnce(request: Sendable): boolean {
  const written = typeof request === 'object' ? request.written : undefined;
  return written !== undefined && written.isWithoutLength !== true;
}

/** One request of a case: its purpose, how to create it, and its retry limits. */
export interface PlannedRequest {
  readonly purpose: RequestRole;
  readonly request: Sendable;
  /** The ordinal of the request that it repeats, if it is a repeat. */
  readonly repeats?: number;
  /** Headers to send unchanged, or the scheme of the valid credential. */
  readonly credential?: readonly Header[] | Scheme;
  /** Whether the headers are valid credentials too. */
  readonly isAdmitted?: boolean;
  readonly bounds: Bounds;
  readonly connection?: Connection;
  readonly style?: ClientStyle;
  /** Waits several times the timeout. */
  readonly isPatient?: boolean;
  /** Sent before all that wait for their turn. */
  readonly isUrgent?: boolean;
}

/** How long a 429 without Retry-After pauses all requests; the rejected request itself waits longer. */
const unaskedPauseMs = 250;

/**
 * Why a request is sent again, by what came back so far, the last attempt included (rulings 26 and 42); undefined behind its last
 * attempt. A run may stop earlier, to lose no more time.
 */
export function againAfter(
  planned: PlannedRequest,
  cameBack: readonly Exchange[],
): 'token-renewed' | 'idle-timeout' | 'refused' | 'not-now' | undefined {
  const last = cameBack.at(-1);
  if (last === undefined) return undefined;
  const isOwnToken = typeof planned.credential !== 'object';
  if (isOwnToken && wasRefusedForItsEnd(last) && !cameBack.slice(0, -1).some(wasRefusedForItsEnd))
    return 'token-renewed';
  if (cameBack.length === 1 && isIdleTimeout(planned, last)) return 'idle-timeout';
  if (last.failure?.kind === 'refused') return 'refused';
  const isAgain =
    !isSentOnce(planned.request) && retryDelay(last, cameBack.length, planned.bounds) !== undefined;
  return isAgain ? 'not-now' : undefined;
}

/** Sends a request and retries as required by ruling 26; the last exchange is its final attempt. */
export async function sendWithRetries(
  parts: CaseParts,
  log: CaseLog,
  planned: PlannedRequest,
): Promise<Exchange> {
  const { purpose, bounds, repeats } = planned;
  const role = typeof purpose === 'string' ? { role: purpose } : { role: 'page' as const, page: purpose };
  const as = repeats === undefined ? role : { ...role, repeats };
  log.requests += 1;
  const ordinal = log.requests;
  let connection = planned.connection;
  let turnedAway = 0;
  const cameBack: Exchange[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const id = `${parts.id}#${ordinal}${attempt === 1 ? '' : `.${attempt}`}`;
    const line = connection ?? connectionOf(planned);
    const behind = exchangesBefore(line);
    const began = parts.moment(id);
    const exchange = await sendOnce(parts, log, planned, { id, connection });
    sentOn(line, id, parts.clock.now());
    const moments = [began, parts.moment(id)] as const;
    const place = { ordinal, attempt, moments, behind };
    log.attempts.push({ ...(attempt === 1 ? as : { role: 'retry' }), ...place, exchange });
    if (!isTurnedAway(exchange)) toldAfterwards(parts, turnedAway);
    cameBack.push(exchange);
    const again = againAfter(planned, cameBack);
    if (again === 'token-renewed') continue;
    if (again === 'idle-timeout') {
      if (typeof connectionOf(planned) !== 'object') connection = 'fresh';
      continue;
    }
    if (again === 'refused' && (await hasWaited(parts, planned, attempt))) {
      // Where a run keeps to the number of connections that the target takes, a refusal says nothing about its pace.
      if (parts.wire.capacity() === undefined) turnedAway += 1;
      connection = 'fresh';
      continue;
    }
    const delay = isSentOnce(planned.request) ? undefined : retryDelay(exchange, attempt, bounds);
    if (delay === undefined || parts.health.givenUp(parts.operation) !== undefined) return exchange;
    if (attempt === 1 && wasClosedWhileKept(planned, exchange)) {
      connection = 'fresh';
      continue;
    }
    if (!pauseOthers(parts, exchange, delay) && isTurnedAway(exchange))
      turnedAway += toldAtOnce(parts) ? 0 : 1;
    await parts.clock.wait(delay);
    if (exchange.failure === undefined) continue;
    connection = 'fresh';
    parts.health.waited(parts.operation, delay);
  }
}

/**
 * A request that was rejected as one too many at first, and got another response later, met a busy target, whatever its status: the
 * run slows down. Before that, its input might have been the cause (ruling 46).
 */
function toldAfterwards({ wire, health, operation }: CaseParts, times: number): void {
  if (times > 0) health.metBusy(operation);
  for (let time = 1; time <= times; time += 1) wire.pause(0);
}

/** If valid requests met a busy target before, each request that does slows the run down. */
function toldAtOnce({ wire, health, operation }: CaseParts): boolean {
  if (!health.isBusy(operation) || health.isOfInputs(operation)) return false;
  wire.pause(0);
  return true;
}

/** The first and the longest wait for a target that takes no connection, in milliseconds. */
const awayPauses = { first: 50, most: 1_000 };

/** Waits for a target that takes no connection: it is starting again, or has too many of them (ruling 38). */
async function hasWaited(
  { health, wire, clock, operation }: CaseParts,
  { request }: PlannedRequest,
  attempt: number,
): Promise<boolean> {
  if (isSentOnce(request) || !health.isWaitedFor(operation)) return false;
  const delay = Math.min(awayPauses.most, awayPauses.first * 2 ** (attempt - 1));
  wire.rest(delay, true);
  await clock.wait(delay);
  return true;
}

async function sendOnce(
  parts: CaseParts,
  log: CaseLog,
  { purpose, request, credential, style, isPatient, isUrgent }: PlannedRequest,
  { id, connection }: { readonly id: string; readonly connection: Connection | undefined },
): Promise<Exchange> {
  log.sent += 1;
  const { credential: _named, ...made } = requestAt(request, log.sent);
  const sent: OperationRequest = parts.wire.inItsStyle(id, {
    ...made,
    ...(connection === undefined ? {} : { connection }),
    ...(style === undefined ? {} : { style }),
    ...(isPatient === true ? { isPatient } : {}),
    ...(isUrgent === true ? { isUrgent } : {}),
    // Dozens may wait for their turn when an operation is given up, and each would take a whole timeout.
    beforeSending: () => refuseGivenUp(parts),
  });
  if (purpose !== 'control' && purpose !== 'shrink' && parts.circumstance !== undefined)
    log.circumstances.push(parts.circumstance(sent, credential));
  const headers =
    typeof credential === 'object' ? credential : parts.validCredential(credential, clientOf(sent));
  const exchange = await parts.wire.send(id, parts.operation, sent, () =>
    headerPairs(headers, parts.tokenText),
  );
  if (!isSentOnce(request)) parts.health.took(parts.operation, exchange);
  return exchange;
}

/** @throws OperationGivenUp if no further requests are sent to the operation. */
export function refuseGivenUp({ health, operation }: CaseParts): void {
  const reason = health.givenUp(operation);
  if (reason !== undefined) throw new OperationGivenUp(reason);
}

/**
 * A server may announce with 408 that it closes an idle connection. If that crosses a request, the request is sent again on
 * a new connection (RFC 9110 section 15.5.9). On a connection of its own, a 408 is the answer to the request.
 */
function isIdleTimeout(planned: PlannedRequest, { answer }: Exchange): boolean {
  if (answer?.status !== 408 || isSentOnce(planned.request)) return false;
  if (!mayBeKept(planned) && typeof connectionOf(planned) !== 'object') return false;
  return headerValue(answer.headers, 'connection')?.toLowerCase() === 'close';
}

/**
 * A server may close a kept connection at any time, even while a request is on its way (RFC 9112 section 9.3.1). There is nothing
 * to wait for then: a new connection shows at once whether the server answers.
 */
function wasClosedWhileKept(planned: PlannedRequest, { failure }: Exchange): boolean {
  return failure?.kind === 'closed' && mayBeKept(planned);
}

/** Whether a request may go over a connection that was used before and can be replaced by another one. */
function mayBeKept(planned: PlannedRequest): boolean {
  const exact = planned.style?.exact;
  return (connectionOf(planned) ?? 'kept') === 'kept' && (exact === undefined || exact.keptFor !== undefined);
}

function connectionOf({ request, connection }: PlannedRequest): Connection | undefined {
  return connection ?? (typeof request === 'object' ? request.connection : undefined);
}

/** Whether all requests pause: the target asked for it, or says that there are too many. */
function pauseOthers({ wire, health, operation }: CaseParts, exchange: Exchange, delay: number): boolean {
  const asked = askedDelay(exchange);
  const isBusy = exchange.answer?.status === 429 && !health.isOfInputs(operation);
  if (asked === undefined && !isBusy) return false;
  wire.pause(asked === undefined ? Math.min(delay, unaskedPauseMs) : delay, (asked ?? 0) > 0);
  return true;
}
