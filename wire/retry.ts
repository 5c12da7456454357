import type { Bounds } from './bounds.ts';
import { type Answer, type Exchange, headerValue } from './exchange.ts';

/**
 * Milliseconds to wait before retrying a request; undefined if it should not be retried (ruling 26). A response that
 * means "not now" is followed by a longer wait than a missing response.
 */
export function retryDelay(exchange: Exchange, attempt: number, bounds: Bounds): number | undefined {
  const { answer, failure } = exchange;
  if (failure !== undefined) {
    const atMost = isSlow(exchange) ? Math.min(bounds.slowAttempts, bounds.retries) : bounds.retries;
    return attempt >= atMost ? undefined : Math.min(25 * 4 ** (attempt - 1), bounds.retryAfterMs);
  }
  if (answer === undefined || !isBusy(answer)) return undefined;
  if (attempt >= (answer.status === 429 ? bounds.retries + 1 : bounds.retries)) return undefined;
  // The requested wait was too short before: with "Retry-After: 0", all attempts would fail within milliseconds.
  const asked = askedDelay(exchange);
  const own = asked === undefined ? 25 * 3 ** (attempt - 1) : attempt === 1 ? 0 : 25 * 3 ** (attempt - 2);
  return Math.min(Math.max(asked ?? 0, own), bounds.retryAfterMs);
}

/** Whether the status of an answer means "not now" rather than "no" (ruling 26). */
export function isBusy({ status }: Pick<Answer, 'status'>): boolean {
  return status === 429 || (status >= 502 && status <= 504);
}

/** No complete response, or one that means "not now" (ruling 26). */
export function isUnanswered({ answer, failure }: Pick<Exchange, 'answer' | 'failure'>): boolean {
  return failure !== undefined || (answer !== undefined && isBusy(answer));
}

/**
 * Whether a target may have turned a request away because it is busy: 429, 502, 503 or 504 in whatever form, or a connection that
 * was refused or ended without a response (ruling 46).
 */
export function isTurnedAway({ answer, failure }: Pick<Exchange, 'answer' | 'failure'>): boolean {
  if (failure !== undefined) return failure.kind === 'closed' || failure.kind === 'refused';
  return answer !== undefined && isBusy(answer);
}

/** Whether detecting the incomplete response used up the whole time or size limit. */
export function isSlow({ failure }: Exchange): boolean {
  return failure?.kind === 'timeout' || failure?.kind === 'slow' || failure?.kind === 'endless';
}

/** Retry-After in seconds, or as a date by the clock of the same answer (RFC 9110 §10.2.3); undefined if the date is past. */
export function askedDelay({ answer }: Pick<Exchange, 'answer'>): number | undefined {
  const value = answer && headerValue(answer.headers, 'retry-after');
  if (answer === undefined || value === undefined) return undefined;
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1_000;
  const ms = Date.parse(value) - Date.parse(headerValue(answer.headers, 'date') ?? '');
  return ms > 0 && ms <= hourMs ? ms : undefined;
}

/** A date further ahead asks for nothing that a run could do. */
const hourMs = 3_600_000;
