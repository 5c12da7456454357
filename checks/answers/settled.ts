import type { Answer } from '../../harness/exchange.ts';
import type { CaseRecord, Place } from '../../harness/record.ts';
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
 * Ruling 26: trouble with one input is judged like an answer when a good request was answered before and after the
 * input was tried once more. The conductor then leaves twin, repeat, twin behind the troubled probe.
 */
export function isWitnessed(all: readonly Settled[], troubled: Settled): boolean {
  const behind = all.filter((other) => other.last.ordinal > troubled.last.ordinal);
  const again = behind.find((other) => roleOf(other) === 'repeat' && other.answer === undefined);
  if (again === undefined) return false;
  const answered = (other: Settled): boolean => roleOf(other) === 'twin' && other.answer !== undefined;
  return (
    behind.some((other) => answered(other) && other.last.ordinal < again.last.ordinal) &&
    behind.some((other) => answered(other) && other.last.ordinal > again.last.ordinal)
  );
}
