import type { CaseRecord, Place } from '../../journal/record.ts';
import type { Answer, SentRequest } from '../../wire/exchange.ts';
import { isBusy } from './answer-kind.ts';

/** A request of a case with all its attempts; the last attempt is what it settled on. */
export interface Settled {
  readonly last: Place;
  readonly attempts: readonly Place[];
  /** The answer, where one arrived whole and does not merely say "not now" (ruling 26). */
  readonly answer?: Answer;
}

/** The requests of a record in the order of their ordinals. */
export function settledRequests(record: CaseRecord): Settled[] {
  const groups = new Map<number, Place[]>();
  for (const place of record.places) {
    const group = groups.get(place.ordinal);
    if (group === undefined) groups.set(place.ordinal, [place]);
    else group.push(place);
  }
  return [...groups.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, places]) => {
      const attempts = places.sort((a, b) => a.attempt - b.attempt);
      const last = attempts[attempts.length - 1] as Place;
      const { answer, failure } = last.exchange;
      const whole = answer !== undefined && failure === undefined && !isBusy(answer);
      return whole ? { last, attempts, answer } : { last, attempts };
    });
}

/** What the first place of a group was for: later attempts are retries. */
export function roleOf(settled: Settled): Place['role'] {
  return (settled.attempts[0] as Place).role;
}

/**
 * What a further try of a request was for: a twin that went unanswered is tried again as a `repeat` too, and is a good
 * request for all that. A probe's own further try may bear another submissionId, so it is what nothing else is.
 */
export function purposeOf(places: readonly Place[], settled: Settled): Place['role'] {
  const role = roleOf(settled);
  if (role !== 'repeat') return role;
  const { request } = settled.last.exchange;
  const original = places.find(
    (place) => place.role === 'twin' && isTheSame(place.exchange.request, request),
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
export type TroubleSort = 'witnessed' | 'told already' | 'went away' | 'unsettled';

/**
 * Sorts a request without an answer: `witnessed` where a good request was answered before and after it was tried once
 * more, so that it is judged like any other · `told already` where it is itself such a further try · `went away` where
 * a further try was answered · `unsettled` otherwise.
 */
export function sortTrouble(all: readonly Settled[], troubled: Settled): TroubleSort {
  const { ordinal } = troubled.last;
  const others = all.filter((other) => isSameRequest(other, troubled));
  const isTold = others.some((other) => other.last.ordinal < ordinal && isWitnessed(all, other));
  if (roleOf(troubled) === 'repeat' && isTold) return 'told already';
  if (isWitnessed(all, troubled)) return 'witnessed';
  // One good request is as good as another: where any was answered, the trouble of this one went away.
  const twins = all.filter((other) => roleOf(other) === 'twin');
  if (
    twins.includes(troubled) &&
    troubled.answer === undefined &&
    twins.some(({ answer }) => answer !== undefined)
  )
    return 'went away';
  const again = others.filter((other) => roleOf(other) === 'repeat' && other.last.ordinal > ordinal);
  return again.some((other) => other.answer !== undefined) ? 'went away' : 'unsettled';
}

/** The conductor leaves twin, repeat, twin behind the troubled request, and then repeat and twin a few times more. */
function isWitnessed(all: readonly Settled[], troubled: Settled): boolean {
  const behind = all.filter((other) => other.last.ordinal > troubled.last.ordinal);
  const twins = behind.filter((other) => roleOf(other) === 'twin');
  // Repetitions that confirm a finding have no good request behind them, and are none of these.
  const tries = behind.filter(
    (other) =>
      roleOf(other) === 'repeat' &&
      isSameRequest(other, troubled) &&
      twins.some((twin) => twin.last.ordinal > other.last.ordinal),
  );
  const last = tries.at(-1);
  if (troubled.answer !== undefined || last === undefined) return false;
  if (tries.some(({ answer }) => answer !== undefined)) return false;
  const answered = twins.filter(({ answer }) => answer !== undefined);
  const { ordinal } = last.last;
  return (
    answered.some((twin) => twin.last.ordinal < ordinal) &&
    answered.some((twin) => twin.last.ordinal > ordinal)
  );
}

/**
 * A case may send several requests side by side; its repetitions stand behind all of them. A submission takes another
 * submissionId each time it goes out, and is the same request for all that.
 */
function isSameRequest(one: Settled, other: Settled): boolean {
  const [a, b] = [one.last.exchange.request, other.last.exchange.request];
  if (a.method !== b.method || a.target !== b.target) return false;
  return a.body.equals(b.body) || withoutSubmissionId(a.body) === withoutSubmissionId(b.body);
}

function withoutSubmissionId(body: Buffer): string {
  return body.toString('latin1').replace(/"submissionId":"[^"]*"/, '"submissionId":""');
}
