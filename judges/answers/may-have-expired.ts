import type { CaseRecord } from '../../journal/record.ts';
import { endMarginMs, wasRefusedForItsEnd } from '../../wire/token-end.ts';
import type { FinalAttempt } from './final-attempts.ts';

/**
 * Whether a valid token may have expired before its request was answered, because the request waited for its turn: with a low
 * rate, or on a busy machine. Its rejection says nothing then (rulings 27 and 42). Journals of earlier versions have the
 * lifetime of short-lived tokens as a fact of the case.
 */
export function mayHaveExpired(
  { facts: { lifetimeSeconds, madeBefore }, attempts }: Pick<CaseRecord, 'facts' | 'attempts'>,
  { last, answer }: FinalAttempt,
): boolean {
  if (wasRefusedForItsEnd(last.exchange)) return true;
  if (typeof lifetimeSeconds !== 'number' || (answer?.status !== 401 && answer?.status !== 403)) return false;
  // A request that is sent again has the token of the first one.
  const sent = attempts.flatMap(({ moments }) => moments?.[0] ?? []);
  const made = Math.min(...sent, ...(typeof madeBefore === 'number' ? [madeBefore] : []));
  const ended = last.moments?.[1];
  return ended !== undefined && ended - made > lifetimeSeconds * 1_000 - endMarginMs;
}
