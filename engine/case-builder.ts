import { caseText, kindText } from '../journal/case-text.ts';
import { caseCircumstances } from '../journal/circumstances.ts';
import type { CaseRecord, Facts } from '../journal/record.ts';
import { boundsIfBusy } from '../wire/bounds.ts';
import type { ClientStyle } from '../wire/client-style.ts';
import type { Exchange } from '../wire/exchange.ts';
import { isSlow, isUnanswered } from '../wire/retry.ts';
import { wasRefusedForItsEnd } from '../wire/token-end.ts';
import { type Case, type DrivenCase, type RequestRole, requestAt, type Sendable } from './check.ts';
import { confirmFailure } from './confirm-failure.ts';
import { OperationGivenUp } from './health.ts';
import {
  type CaseLog,
  type CaseOrigin,
  type CaseParts,
  isSentOnce,
  ordinalOf,
  type PlannedRequest,
  refuseGivenUp,
  sendWithRetries,
} from './sent-request.ts';
import { sendUnlessShutOut } from './shut-out.ts';

/** Collects the exchanges of one case. */
export interface BuiltCase extends Omit<DrivenCase, 'end'> {
  readonly id: string;
  /** Sends the last probe again the given number of times, concurrently, and then once without the client around it. */
  repeatProbe(times: number): Promise<void>;
  /** Resolves when no request of the case is in progress: an abandoned request leaves others running. */
  idle(): Promise<void>;
}

/** How many slow failures (those that used up the whole time or size limit) are confirmed per case. */
const slowAtMost = 3;

/** Creates a case without sending anything yet. */
export function buildCase(parts: CaseParts, each: Case): BuiltCase {
  const log: CaseLog = { attempts: [], requests: 0, sent: 0, circumstances: [] };
  const send = createSender(parts, log);
  const underWay = new Set<Promise<Exchange>>();
  let lastProbe: PlannedRequest | undefined;
  const own = caseOf(parts, each, log, (planned) => {
    if (planned.purpose === 'probe') lastProbe = planned;
    const sending = send(planned);
    underWay.add(sending);
    const done = (): boolean => underWay.delete(sending);
    sending.then(done, done);
    return sending;
  });
  return {
    ...own,
    id: parts.id,
    include(role, exchange) {
      log.requests += 1;
      log.shutOut ??= parts.health.shutOuts.said(exchange.id);
      log.attempts.push({ role, ordinal: log.requests, attempt: 1, exchange });
    },
    async repeatProbe(times) {
      if (lastProbe === undefined || parts.health.givenUp(parts.operation) !== undefined) return;
      const probe = log.attempts.findLast(({ role }) => role === 'probe');
      const repeated = { ...lastProbe, repeats: probe?.ordinal };
      const again: PlannedRequest = { ...repeated, purpose: 'repeat' };
      const sent = Array.from({ length: times }, () => sendUnlessShutOut(parts, log, again));
      await allSent(sent);
      if (lastProbe.style === undefined) return;
      await allSent([sendUnlessShutOut(parts, log, { ...repeated, purpose: 'shrink', style: undefined })]);
    },
    async idle() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}

/**
 * What a case sends and records, whoever answers: a target, or the record of a run.
 * @param answer takes a request with the client that sends it, and adds its attempts to the log
 */
export function caseOf(
  origin: Pick<CaseParts, keyof CaseOrigin | 'bounds'>,
  each: Case,
  log: Pick<CaseLog, 'attempts' | 'circumstances' | 'shutOut'>,
  answer: (planned: PlannedRequest) => Promise<Exchange>,
): Pick<DrivenCase, 'send' | 'record'> {
  const facts: Record<string, Facts[string]> = { ...each.facts };
  return {
    send(purpose, request) {
      const style = styleFor(origin, each, purpose, request);
      if (style !== undefined) Object.assign(facts, { client: style.client.id, ...facts });
      return answer({
        purpose,
        request,
        credential: requestAt(request).credential,
        isAdmitted: each.credential === undefined || each.credential === 'valid',
        bounds: origin.bounds,
        style,
      });
    },
    record: () => recordOf(origin, each, facts, log),
  };
}

/** Waits for requests that are not sent any more once the operation is given up. */
async function allSent(sent: readonly Promise<Exchange>[]): Promise<void> {
  for (const ended of await Promise.allSettled(sent))
    if (ended.status === 'rejected' && !(ended.reason instanceof OperationGivenUp)) throw ended.reason;
}

/**
 * Requests whose headers, protocol or connection are their subject have no client around them; neither have valid
 * controls, so that a difference can only come from the client. The client follows from the case and the content of the request, so
 * that it does not depend on the order of answers.
 */
function styleFor(
  { style }: CaseOrigin,
  each: Case,
  purpose: RequestRole,
  request: Sendable,
): ClientStyle | undefined {
  if (purpose === 'control') return undefined;
  const made = requestAt(request);
  if (made.style !== undefined) return made.style;
  const isPlain = [made.headers, made.written, made.method, made.connection].some(
    (part) => part !== undefined,
  );
  if (isPlain || style === undefined) return undefined;
  const { query = '', body = '' } = made;
  const { kind, detail = '', wrong, context = [] } = each;
  // The same page may be asked for in several chains, side by side.
  const page = typeof purpose === 'string' ? '' : JSON.stringify(purpose);
  return style(
    [kind, detail, wrong?.pointer, ...context, page, query, body.toString('latin1')].join(' '),
    made.credential,
  );
}

/** Sends one request of a case; if it is unanswered, valid requests show whether its input is the cause. */
function createSender(parts: CaseParts, log: CaseLog): (planned: PlannedRequest) => Promise<Exchange> {
  const { operation, health } = parts;
  let slow = 0;
  return async (planned) => {
    refuseGivenUp(parts);
    const usual = health.isBusy(operation) ? boundsIfBusy(parts.bounds) : parts.bounds;
    // If only certain inputs stay unanswered, retrying each of them does not help.
    const retries = health.isOfInputs(operation) ? 1 : usual.retries;
    const isConfirmed = parts.confirms !== false && slow < slowAtMost;
    // Each attempt may occupy a thread of the target for good, and confirming makes a further one anyway.
    const slowAttempts = isConfirmed ? 1 : parts.bounds.slowAttempts;
    const bounds = { ...parts.bounds, retries, slowAttempts };
    const exchange = await sendUnlessShutOut(parts, log, { ...planned, bounds });
    if (isSentOnce(planned.request)) return exchange;
    if (!isUnanswered(exchange)) {
      health.answered(operation);
      return log.shutOut === undefined &&
        isRejectedThoughValid(planned, exchange) &&
        !wasRefusedForItsEnd(exchange)
        ? askedAfresh(parts, log, planned, exchange)
        : exchange;
    }
    if (parts.confirms === false || health.givenUp(operation) !== undefined) return exchange;
    // Confirming takes up to four timeouts; a few per case (for example in a chain of pages) are enough.
    if (isSlow(exchange) && slow >= slowAtMost) return exchange;
    if (isSlow(exchange)) slow += 1;
    return confirmFailure(parts, log, planned, exchange);
  };
}

/** The credential was rejected although it is the valid one, on a connection that other requests use too. */
function isRejectedThoughValid(
  { purpose, credential, request }: PlannedRequest,
  { answer }: Exchange,
): boolean {
  const { connection = 'kept' } = typeof request === 'function' ? {} : request;
  const isRejected = answer?.status === 401 || answer?.status === 403;
  return isRejected && purpose === 'probe' && typeof credential !== 'object' && connection === 'kept';
}

/**
 * Sends the probe again on a fresh connection. If a target mixes up the credentials on a connection, the 401 says nothing
 * about the input; both answers are judged.
 */
async function askedAfresh(
  parts: CaseParts,
  log: CaseLog,
  planned: PlannedRequest,
  rejected: Exchange,
): Promise<Exchange> {
  const repeats = ordinalOf(log, rejected);
  const again = await sendWithRetries(parts, log, {
    ...planned,
    purpose: 'repeat',
    repeats,
    connection: 'fresh',
  });
  return isUnanswered(again) ? rejected : again;
}

/** The record of a case, from what it follows from and what was sent. */
function recordOf(
  { id, requirement, operation, judge }: CaseOrigin,
  each: Case,
  facts: Facts,
  { attempts, circumstances, shutOut }: Pick<CaseLog, 'attempts' | 'circumstances' | 'shutOut'>,
): CaseRecord {
  const { kind, detail, context, wrong } = each;
  return {
    id,
    requirement: each.as ?? requirement,
    operation,
    judge,
    kind,
    detail,
    context,
    name: caseText(each, wrong?.pointer),
    wrong: wrong === undefined ? 'valid' : { kind, ...wrong, name: kindText(each, wrong.pointer) },
    credential: each.credential ?? 'valid',
    facts: shutOut === undefined ? facts : { ...facts, shutOut },
    circumstances: circumstances.length === 0 ? undefined : caseCircumstances(circumstances),
    attempts,
  };
}
