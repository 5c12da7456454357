import type { CaseRecord } from '../../journal/record.ts';
import type { FinalAttempt } from './final-attempts.ts';

/** How much earlier than by the clock of this machine a target may see a token expire, in milliseconds. */
const marginMs = 5_000;

/**
 * Whether a token that lives for seconds may have expired before its request was answered, because the request waited for its
 * turn: with a low rate, or on a busy machine. Its rejection says nothing then (ruling 27).
 */
export function mayHaveExpired(
  { facts: { lifetimeSeconds, madeBefore }, attempts }: Pick<CaseRecord, 'facts' | 'attempts'>,
  { last, answer }: FinalAttempt,
): boolean {
  if (typeof lifetimeSeconds !== 'number' || (answer?.status !== 401 && answer?.status !== 403)) return false;
  // A request that is sent again has the token of the first one.
  const sent = attempts.flatMap(({ moments }) => moments?.[0] ?? []);
  const made = Math.min(...sent, ...(typeof madeBefore === 'number' ? [madeBefore] : []));
  const ended = last.moments?.[1];
  return ended !== undefined && ended - made > lifetimeSeconds * 1_000 - marginMs;
}
