import { answersElsewhere } from '../judges/answers/answers-as-itself.ts';
import type { Exchange } from '../wire/exchange.ts';
import { formOf } from '../wire/media-type.ts';
import { isBusy, isUnanswered } from '../wire/retry.ts';
import { wasRefusedForItsEnd } from '../wire/token-end.ts';
import type { CaseParts } from './case-parts.ts';
import { OperationGivenUp } from './health.ts';
import { type CaseLog, isSentOnce, ordinalOf, type PlannedRequest, sendWithRetries } from './sent-request.ts';
import type { Found } from './shut-outs.ts';

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
  return isRefused || answersElsewhere(answer);
}

/** Whether an answer is a breach even if it goes away: a 5xx other than those of a busy target (ruling 46). */
function isServerError({ answer }: Exchange): boolean {
  return answer !== undefined && answer.status >= 500 && !isBusy(answer);
}

/**
 * Sends valid requests on fresh connections, and waits while they get the same answer as a request. If that ends, the request is
 * sent again; if not, nothing more is sent to the operation. The fact `shutOut` tells judges which answers say nothing.
 * @returns the answer that counts
 */
async function afterShutOut(
  parts: CaseParts,
  log: CaseLog,
  planned: PlannedRequest,
  met: Exchange,
): Promise<Exchange> {
  const { health, operation, wire, clock, bounds } = parts;
  const { shutOuts } = health;
  const form = met.answer === undefined ? '' : formOf(met.answer);
  const key = `${operation} ${form}`;
  const fresh = { bounds, connection: 'fresh', isUrgent: true } as const;
  const isSame = async (): Promise<boolean> => {
    // If a new token is accepted, the target rejected the other token; it did not shut the run out.
    const control = {
      ...fresh,
      purpose: 'control',
      request: parts.plain(),
      credential: parts.newCredential,
    } as const;
    const { answer } = await sendWithRetries(parts, log, control);
    return answer !== undefined && formOf(answer) === form;
  };
  const isOnlyThis = async (): Promise<boolean> => {
    if (await isSame()) return false;
    // A gateway that loads new rules keeps the old ones for a moment, on some of its workers.
    if (shutOuts.ofInputs.has(key)) return true;
    wire.rest(changeMs);
    await clock.wait(changeMs);
    if (await isSame()) return false;
    shutOuts.ofInputs.add(key);
    return true;
  };
  const investigate = async (): Promise<Found> => {
    if (await isOnlyThis()) return 'only-this';
    for (const pause of shutOuts.isKnown(form) ? pauses.slice(0, 1) : pauses) {
      wire.rest(pause);
      await clock.wait(pause);
      if (await isSame()) continue;
      wire.pause(0, true);
      return 'over';
    }
    shutOuts.certain(operation, met);
    return 'certain';
  };
  // Another request may have established it meanwhile; then nothing more is sent.
  const unlessKnown = (error: unknown): Found => {
    if (error instanceof OperationGivenUp && shutOuts.of(operation, form) !== undefined) return 'certain';
    throw error;
  };
  // Dozens may be in progress; they all wait for the same.
  const begin = (): Promise<Found> => {
    const begun = investigate()
      .catch(unlessKnown)
      .finally(() => shutOuts.underWay.delete(key));
    shutOuts.underWay.set(key, begun);
    return begun;
  };
  const isCertain = shutOuts.of(operation, form) !== undefined;
  const found = isCertain ? 'certain' : await (shutOuts.underWay.get(key) ?? begin());
  if (found === 'only-this' || (found === 'over' && isServerError(met))) return met;
  const text = shutOuts.of(operation, form)?.text;
  log.shutOut = text === undefined ? [form] : [form, text];
  shutOuts.says(met.id, log.shutOut);
  if (found === 'certain') return met;
  const repeats = planned.repeats ?? ordinalOf(log, met);
  const once = { ...bounds, retries: 1 };
  return sendWithRetries(parts, log, { ...planned, ...fresh, bounds: once, purpose: 'repeat', repeats });
}
