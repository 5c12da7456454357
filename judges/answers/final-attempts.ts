import { groupBy } from '../../journal/group-by.ts';
import { type Reason, reasonOf } from '../../journal/reason.ts';
import type { Attempt, CaseRecord, ChainPage } from '../../journal/record.ts';
import { type Answer, isOfLimits, type LimitKind, type SentRequest } from '../../wire/exchange.ts';
import { formOf } from '../../wire/media-type.ts';
import { isBusy, isSlow, isTurnedAway } from '../../wire/retry.ts';

/**
 * How often to retry a request that fails between successful ones before the failure counts. Where valid requests were turned
 * away before, chance must explain as little as elsewhere, and each retry comes after a pause in which a limit of requests per
 * second makes room: it has better prospects than the valid request that follows it (ruling 46). Milliseconds, the first and the
 * longest.
 */
export const rounds = { usual: 4, ifBusy: 8, pauses: { first: 100, most: 1_000 } };

/** A request of a case with all its attempts; the last attempt counts. */
export interface FinalAttempt {
  readonly last: Attempt;
  readonly attempts: readonly Attempt[];
  /** The answer, if it arrived completely and is not just "not now" (ruling 26). */
  readonly answer?: Answer;
}

/** The requests of a record, by ordinal. */
export function finalAttempts(record: CaseRecord): FinalAttempt[] {
  return [...groupBy(record.attempts, ({ ordinal }) => ordinal)]
    .sort(([a], [b]) => a - b)
    .map(([, unsorted]) => {
      const attempts = unsorted.sort((a, b) => a.attempt - b.attempt);
      const last = attempts[attempts.length - 1] as Attempt;
      const { answer, failure } = last.exchange;
      const says = answer !== undefined && !isBusy(answer) && whyShutOut(record, answer) === undefined;
      const whole = says && failure === undefined;
      return whole ? { last, attempts, answer } : { last, attempts };
    });
}

/**
 * Why a response, or its absence, proves nothing: valid requests were shut out in the same way, for a while or for good (ruling 46).
 * Undefined if it can be judged.
 */
export function whyShutOut(
  { facts: { shutOut } }: Pick<CaseRecord, 'facts'>,
  answer: Answer | undefined,
): Reason | undefined {
  if (!Array.isArray(shutOut)) return undefined;
  // A ban may close the connection before the whole request is written, and its response is lost.
  if (answer !== undefined && shutOut[0] !== formOf(answer)) return undefined;
  const text: unknown = shutOut[1];
  return typeof text === 'string' ? { kind: 'shut-out', text } : reasonOf('shut-out-meanwhile');
}

/** The role of the first attempt; later attempts are retries. */
export function roleOf(final: FinalAttempt): Attempt['role'] {
  return (final.attempts[0] as Attempt).role;
}

/** Which page of which chain was requested; undefined if the request was not for a page. */
export function pagePlaceOf(final: FinalAttempt): ChainPage | undefined {
  return (final.attempts[0] as Attempt).page;
}

/**
 * The role of a request. An unanswered control is sent again as a `repeat` but remains a control; any other repeat is one
 * of the probe. The bytes cannot tell: a control may be the request of the probe, sent while its token was valid.
 */
export function purposeOf(attempts: readonly Attempt[], final: FinalAttempt): Attempt['role'] {
  const role = roleOf(final);
  if (role !== 'repeat') return role;
  const { repeats } = final.attempts[0] as Attempt;
  const isOriginal = ({ ordinal, exchange }: Attempt): boolean =>
    repeats === undefined ? isTheSame(exchange.request, final.last.exchange.request) : ordinal === repeats;
  const originals = attempts.filter(({ role: as }) => as !== 'repeat' && as !== 'retry').filter(isOriginal);
  return originals.length > 0 && originals.every((attempt) => attempt.role === 'control') ? 'control' : role;
}

/** Compares byte for byte, including the headers. */
function isTheSame(one: SentRequest, other: SentRequest): boolean {
  return (
    one.method === other.method &&
    one.target === other.target &&
    one.body.equals(other.body) &&
    JSON.stringify(one.headers) === JSON.stringify(other.headers)
  );
}

/** The limit because of which a request or its repeat has no usable response; undefined if there is none (ruling 38). */
export function limitOf(all: readonly FinalAttempt[], unanswered: FinalAttempt): LimitKind | undefined {
  const tries = all.filter((other) => other === unanswered || isSameRequest(other, unanswered));
  const kinds = tries.map(({ last }) => last.exchange.failure?.kind ?? 'none');
  return kinds.find(isOfLimits);
}

/**
 * Classifies an unanswered request (ruling 26). `confirmed`: the repeat failed too, although controls before and after it were
 * answered; it is judged like any other. `reported`: it is such a repeat itself, or made of one. `recovered`: a repeat was answered.
 * `unresolved`: none of these.
 */
export function resolutionOf(
  all: readonly FinalAttempt[],
  unanswered: FinalAttempt,
): 'confirmed' | 'reported' | 'recovered' | 'unresolved' {
  const { ordinal } = unanswered.last;
  const others = all.filter((other) => isSameRequest(other, unanswered));
  const { repeats } = unanswered.attempts[0] as Attempt;
  // What was made smaller, or plainer, to show it better has another request.
  const earlier = all.filter((other) => other.last.ordinal < ordinal);
  const isTold = earlier.some(
    (other) => (other.last.ordinal === repeats || others.includes(other)) && isConfirmed(all, other),
  );
  if (['repeat', 'shrink'].includes(roleOf(unanswered)) && isTold) return 'reported';
  if (isConfirmed(all, unanswered)) return 'confirmed';
  // Controls are interchangeable: if any was answered, this one recovered.
  const controls = all.filter((other) => roleOf(other) === 'control');
  if (
    controls.includes(unanswered) &&
    unanswered.answer === undefined &&
    controls.some(({ answer }) => answer !== undefined)
  )
    return 'recovered';
  // If another request was accepted, one that was rejected as one too many said only that the target is busy (ruling 46).
  const settled = all.filter((other) => other.last.ordinal > ordinal || roleOf(other) === 'repeat');
  if (controls.includes(unanswered) && isTurnedAway(unanswered.last.exchange))
    if (settled.some(({ answer }) => answer !== undefined)) return 'recovered';
  const again = others.filter((other) => roleOf(other) === 'repeat' && other.last.ordinal > ordinal);
  return again.some((other) => other.answer !== undefined) ? 'recovered' : 'unresolved';
}

/**
 * After a failing request, the engine sends control, repeat, control, then more repeats and controls. Where controls were turned
 * away, only what follows the last of those counts, and it takes more rounds: the target was busy before (ruling 46).
 */
function isConfirmed(all: readonly FinalAttempt[], unanswered: FinalAttempt): boolean {
  const behind = all.filter((other) => other.last.ordinal > unanswered.last.ordinal);
  const controls = behind.filter((other) => roleOf(other) === 'control');
  const turnedAway = controls.findLast(({ answer }) => answer === undefined)?.last.ordinal ?? 0;
  // Repeats that confirm a finding are not followed by a control, so they are not counted here.
  const tries = behind.filter(
    (other) =>
      roleOf(other) === 'repeat' &&
      other.last.ordinal > turnedAway &&
      isSameRequest(other, unanswered) &&
      controls.some((control) => control.last.ordinal > other.last.ordinal),
  );
  const last = tries.at(-1);
  if (unanswered.answer !== undefined || last === undefined) return false;
  if (tries.some(({ answer }) => answer !== undefined)) return false;
  if (turnedAway > 0 && tries.length < rounds.ifBusy) return false;
  // What used up the whole time, and ended in another way when it was sent again, may have met a restart.
  const isOther = isSlow(unanswered.last.exchange) && !tries.some((other) => isSlow(other.last.exchange));
  if (isOther && tries.length < rounds.usual) return false;
  const answered = controls.filter((control) => control.last.ordinal > turnedAway);
  // Where valid requests take nearly as long, the target is slow for all of them (ruling 38).
  const slowMs = Math.max(1_000, unanswered.last.exchange.ms / 2);
  if (isSlow(unanswered.last.exchange) && answered.some((control) => control.last.exchange.ms > slowMs))
    return false;
  const { ordinal } = last.last;
  return (
    answered.some((control) => control.last.ordinal < ordinal) &&
    answered.some((control) => control.last.ordinal > ordinal)
  );
}

/**
 * A case may send several requests concurrently; their repeats come after all of them. A submission gets a new
 * submissionId each time it is sent, but counts as the same request.
 */
function isSameRequest(one: FinalAttempt, other: FinalAttempt): boolean {
  const [a, b] = [one.last.exchange.request, other.last.exchange.request];
  if (a.method !== b.method || a.target !== b.target) return false;
  return a.body.equals(b.body) || withoutSubmissionId(a.body) === withoutSubmissionId(b.body);
}

function withoutSubmissionId(body: Buffer): string {
  return body.toString('latin1').replace(/"submissionId":"[^"]*"/, '"submissionId":""');
}
