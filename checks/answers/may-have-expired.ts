import type { CaseRecord } from '../../journal/record.ts';
import type { FinalAttempt } from './final-attempts.ts';

/** How much earlier than by the clock of this machine a target may see a token expire, in milliseconds. */
const marginMs = 5_000;

/**
 * Whether a token that lives for seconds may have expired before its request was answered, because the request waited for its
 * turn: with a low rate, or on a busy machine. Its rejection says nothing then (ruling 27).
 */
export function mayHaveExpired(
  { facts: { lifetimeSeconds } }: Pick<CaseRecord, 'facts'>,
  { attempts, last, answer }: FinalAttempt,
): boolean {
  if (typeof lifetimeSeconds !== 'number' || (answer?.status !== 401 && answer?.status !== 403)) return false;
  const begun = attempts[0]?.moments?.[0];
  const ended = last.moments?.[1];
  return begun !== undefined && ended !== undefined && ended - begun > lifetimeSeconds * 1_000 - marginMs;
}
