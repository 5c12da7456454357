import { readObject } from '../json/read-json.ts';
import { answersElsewhere } from '../judges/answers/answers-as-itself.ts';
import { bodyOf, type Exchange } from '../wire/exchange.ts';
import { isBusy, isUnanswered } from '../wire/retry.ts';
import { wasRefusedForItsEnd } from '../wire/token-end.ts';
import { OperationGivenUp } from './health.ts';
import {
  type CaseLog,
  type CaseParts,
  isSentOnce,
  ordinalOf,
  type PlannedRequest,
  sendWithRetries,
} from './sent-request.ts';
import { type Found, formIn } from './shut-outs.ts';

/** How long to wait before valid requests are sent again, in milliseconds: a ban of a few seconds ends meanwhile. */
const pauses: readonly number[] = [250, 500, 1_000, 2_000, 4_000, 8_000];

/** How long old and new rules of a gateway may be in force side by side, in milliseconds. */
const changeMs = 500;

/** Sends a request like `sendWithRetries`; what everything gets for a while is not its answer (ruling 46). */
export async function sendUnlessShutOut(
  parts: CaseParts,
  log: CaseLog,
  planned: PlannedRequest,
): Promise<Exchange> {
  const exchange = await sendWithRetries(parts, log, planned);
  const isLooked = parts.confirms !== false && !isSentOnce(planned.request) && !isUnanswered(exchange);
  return isLooked && mayBeShutOut(planned, exchange) ? afterShutOut(parts, log, planned, exchange) : exchange;
}

/** Whether an answer may be what everything gets: it is not the operation's own, or refuses a valid credential. */
function mayBeShutOut({ request, credential, isAdmitted }: PlannedRequest, exchange: Exchange): boolean {
  const { answer } = exchange;
  const { method, path } = typeof request === 'function' ? {} : request;
  if (answer === undefined || answer.status < 300 || method !== undefined || path !== undefined) return false;
  const isValid = isAdmitted === true || typeof credential !== 'object';
  const isRefused =
    isValid && (answer.status === 401 || answer.status === 403) && !wasRefusedForItsEnd(exchange);
  // Nothing in front of the operation knows its error object, which may have any status (ruling 22).
  const error = readObject(bodyOf(answer)) ?? {};
  const isOwn = ['code', 'cause', 'context', 'errorCategory'].every((name) => Object.hasOwn(error, name));
  return isRefused || (answersElsewhere(answer) && !isOwn);
}

/** Whether an answer is a breach even if it goes away: a 5xx other than those of a busy target (ruling 46). */
function isServerError({ answer }: Exchange): boolean {
  return answer !== undefined && answer.status >= 500 && !isBusy(answer);
}

/** Of an operation and of an answer to it, what tells investigations apart. */
const keyOf = ({ operation }: CaseParts, exchange: Exchange): string => `${operation} ${formIn(exchange)}`;

/**
 * Sends a valid request on a fresh connection. If a new token is accepted, the target rejected the other token; it did not shut
 * the run out.
 * @returns whether it gets the same answer as another request
 */
async function validGetsTheSame(parts: CaseParts, log: CaseLog, met: Exchange): Promise<boolean> {
  const control: PlannedRequest = {
    ...freshWithin(parts),
    purpose: 'control',
    request: parts.plain(),
    credential: parts.newCredential,
    isAdmitted: true,
  };
  const exchange = await sendWithRetries(parts, log, control);
  const key = keyOf(parts, exchange);
  if (key === keyOf(parts, met)) return true;
  if (!mayBeShutOut(control, exchange)) return false;
  // A ban may begin while the answer to one input is being investigated. If its form is under investigation too, waiting could deadlock.
  if (parts.health.shutOuts.underWay.has(key)) log.shutOut = [formIn(exchange)];
  else await afterShutOut(parts, log, control, exchange);
  return false;
}

const freshWithin = ({ bounds }: CaseParts) => ({ bounds, connection: 'fresh', isUrgent: true }) as const;

/** Sends valid requests, and waits while they get the same answer as a request. */
async function investigate(parts: CaseParts, log: CaseLog, met: Exchange): Promise<Found> {
  const { health, operation, wire, clock } = parts;
  const { shutOuts } = health;
  const isSame = (): Promise<boolean> => validGetsTheSame(parts, log, met);
  const isOnlyThis = async (): Promise<boolean> => {
    if (await isSame()) return false;
    // A gateway that loads new rules keeps the old ones for a moment, on some of its workers.
    if (shutOuts.ofInputs.has(keyOf(parts, met))) return true;
    wire.rest(changeMs);
    await clock.wait(changeMs);
    if (await isSame()) return false;
    shutOuts.ofInputs.add(keyOf(parts, met));
    return true;
  };
  if (await isOnlyThis()) return 'only-this';
  for (const pause of shutOuts.isKnown(formIn(met)) ? pauses.slice(0, 1) : pauses) {
    wire.rest(pause);
    await clock.wait(pause);
    if (await isSame()) continue;
    wire.pause(0, true);
    return 'over';
  }
  shutOuts.certain(operation, met);
  return 'certain';
}

/**
 * Finds out whether valid requests get the same answer. If that ends, the request is sent again; if not, nothing more is sent to
 * the operation. The fact `shutOut` tells judges which answers say nothing.
 * @returns the answer that counts
 */
async function afterShutOut(
  parts: CaseParts,
  log: CaseLog,
  planned: PlannedRequest,
  met: Exchange,
): Promise<Exchange> {
  const { shutOuts } = parts.health;
  const form = formIn(met);
  const known = () => shutOuts.of(parts.operation, form);
  // Another request may have established it meanwhile; then nothing more is sent.
  const unlessKnown = (error: unknown): Found => {
    if (error instanceof OperationGivenUp && known() !== undefined) return 'certain';
    throw error;
  };
  const key = keyOf(parts, met);
  // Dozens may be in progress; they all wait for the same.
  const begin = (): Promise<Found> => {
    const begun = investigate(parts, log, met)
      .catch(unlessKnown)
      .finally(() => shutOuts.underWay.delete(key));
    shutOuts.underWay.set(key, begun);
    return begun;
  };
  const found = known() === undefined ? await (shutOuts.underWay.get(key) ?? begin()) : 'certain';
  if (found === 'only-this' || (found === 'over' && isServerError(met))) return met;
  const text = known()?.text;
  log.shutOut = text === undefined ? [form] : [form, text];
  shutOuts.says(met.id, log.shutOut);
  if (found === 'certain') return met;
  const repeats = planned.repeats ?? ordinalOf(log, met);
  const once = { ...freshWithin(parts), bounds: { ...parts.bounds, retries: 1 } };
  return sendWithRetries(parts, log, { ...planned, ...once, purpose: 'repeat', repeats });
}
