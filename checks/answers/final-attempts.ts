import { groupBy } from '../../journal/group-by.ts';
import type { Attempt, CaseRecord, ChainPage } from '../../journal/record.ts';
import type { Answer, SentRequest } from '../../wire/exchange.ts';
import { isBusy } from './answer-kind.ts';

/** A request of a case with all its attempts; the last one decides. */
export interface FinalAttempt {
  readonly last: Attempt;
  readonly attempts: readonly Attempt[];
  /** The answer, where one arrived whole and does not merely say "not now" (ruling 26). */
  readonly answer?: Answer;
}

/** The requests of a record in the order of their ordinals. */
export function finalAttempts(record: CaseRecord): FinalAttempt[] {
  return [...groupBy(record.attempts, ({ ordinal }) => ordinal)]
    .sort(([a], [b]) => a - b)
    .map(([, unsorted]) => {
      const attempts = unsorted.sort((a, b) => a.attempt - b.attempt);
      const last = attempts[attempts.length - 1] as Attempt;
      const { answer, failure } = last.exchange;
      const whole = answer !== undefined && failure === undefined && !isBusy(answer);
      return whole ? { last, attempts, answer } : { last, attempts };
    });
}

/** What the first attempt was for: later attempts are retries. */
export function roleOf(final: FinalAttempt): Attempt['role'] {
  return (final.attempts[0] as Attempt).role;
}

/** Which page of which chain a request asked for; undefined where it asked for none. */
export function pagePlaceOf(final: FinalAttempt): ChainPage | undefined {
  return (final.attempts[0] as Attempt).page;
}

/**
 * What a further try of a request was for: a control that went unanswered is tried again as a `repeat` too, and is a good
 * request for all that. A probe's own further try may bear another submissionId, so it is what nothing else is.
 */
export function purposeOf(attempts: readonly Attempt[], final: FinalAttempt): Attempt['role'] {
  const role = roleOf(final);
  if (role !== 'repeat') return role;
  const { request } = final.last.exchange;
  const original = attempts.find(
    (attempt) => attempt.role === 'control' && isTheSame(attempt.exchange.request, request),
  );
  return original?.role ?? role;
}

/** Byte for byte, with the same headers. */
function isTheSame(one: SentRequest, other: SentRequest): boolean {
  return (
    one.method === other.method &&
    one.target === other.target &&
    one.body.equals(other.body) &&
    JSON.stringify(one.headers) === JSON.stringify(other.headers)
  );
}

/** What is to be made of a request that was not answered (ruling 26). */
export type Resolution = 'confirmed' | 'reported' | 'recovered' | 'unresolved';

/**
 * Sorts a request without an answer: `confirmed` where a good request was answered before and after it was tried once
 * more, so that it is judged like any other · `reported` where it is itself such a further try · `recovered` where
 * a further try was answered · `unresolved` otherwise.
 */
export function resolutionOf(all: readonly FinalAttempt[], unanswered: FinalAttempt): Resolution {
  const { ordinal } = unanswered.last;
  const others = all.filter((other) => isSameRequest(other, unanswered));
  const isTold = others.some((other) => other.last.ordinal < ordinal && isConfirmed(all, other));
  if (roleOf(unanswered) === 'repeat' && isTold) return 'reported';
  if (isConfirmed(all, unanswered)) return 'confirmed';
  // One good request is as good as another: where any was answered, this one recovered.
  const controls = all.filter((other) => roleOf(other) === 'control');
  if (
    controls.includes(unanswered) &&
    unanswered.answer === undefined &&
    controls.some(({ answer }) => answer !== undefined)
  )
    return 'recovered';
  const again = others.filter((other) => roleOf(other) === 'repeat' && other.last.ordinal > ordinal);
  return again.some((other) => other.answer !== undefined) ? 'recovered' : 'unresolved';
}

/** The conductor leaves control, repeat, control behind the failing request, and then repeat and control a few times more. */
function isConfirmed(all: readonly FinalAttempt[], unanswered: FinalAttempt): boolean {
  const behind = all.filter((other) => other.last.ordinal > unanswered.last.ordinal);
  const controls = behind.filter((other) => roleOf(other) === 'control');
  // Repetitions that confirm a finding have no good request behind them, and are none of these.
  const tries = behind.filter(
    (other) =>
      roleOf(other) === 'repeat' &&
      isSameRequest(other, unanswered) &&
      controls.some((control) => control.last.ordinal > other.last.ordinal),
  );
  const last = tries.at(-1);
  if (unanswered.answer !== undefined || last === undefined) return false;
  if (tries.some(({ answer }) => answer !== undefined)) return false;
  const answered = controls.filter(({ answer }) => answer !== undefined);
  const { ordinal } = last.last;
  return (
    answered.some((control) => control.last.ordinal < ordinal) &&
    answered.some((control) => control.last.ordinal > ordinal)
  );
}

/**
 * A case may send several requests side by side; its repetitions stand behind all of them. A submission takes another
 * submissionId each time it goes out, and is the same request for all that.
 */
function isSameRequest(one: FinalAttempt, other: FinalAttempt): boolean {
  const [a, b] = [one.last.exchange.request, other.last.exchange.request];
  if (a.method !== b.method || a.target !== b.target) return false;
  return a.body.equals(b.body) || withoutSubmissionId(a.body) === withoutSubmissionId(b.body);
}

function withoutSubmissionId(body: Buffer): string {
  return body.toString('latin1').replace(/"submissionId":"[^"]*"/, '"submissionId":""');
}
