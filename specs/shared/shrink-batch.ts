import fc from 'fast-check';
import type { Run, Steps } from '../../engine/check.ts';
import { ofShrunkBatch, ofSmallest } from '../../journal/case-context.ts';
import { type BatchRequest, sendBatch } from './batch.ts';
import type { ValidRequest } from './requests.ts';
import { search } from './shrink.ts';

/** Shrinking stops after this many requests. */
const bounds = { alone: 20, requests: 1_500 };

/** Overlap depends on timing: a batch passes only if it did not fail this many times. */
const times = 3;

/** How often the smallest batch is sent to make it fail once more. */
const repetitions = 5;

/**
 * Searches for the smallest batch that still fails when sent concurrently. Requests that also fail alone are left out:
 * their fault is not one of concurrency, and other checks report it.
 * @param failed the requests of the batch that were answered wrongly
 */
export function* shrinkBatch(
  run: Run,
  valid: ValidRequest,
  batch: readonly BatchRequest[],
  failed: readonly BatchRequest[],
): Steps {
  const known = failed.slice(0, bounds.alone);
  const failsTogether: BatchRequest[] = [];
  for (const each of known) {
    const alone = yield* sendBatch(run, valid, [each], ['alone']);
    if (alone.length === 0) failsTogether.push(each);
  }
  if (failsTogether.length === 0) return;
  const rest = batch.filter((each) => !failed.includes(each));
  // fast-check drops what comes first before what comes last.
  const found = yield* smallestOf(run, valid, [...rest, ...failsTogether]);
  if (found === undefined) return;
  const { members, drawn } = found;
  const context = [ofShrunkBatch, `one of ${members.length} side by side`, ofSmallest, drawn];
  for (let again = 0; again < repetitions; again += 1)
    if ((yield* sendBatch(run, valid, members, context)).length > 0) return;
}

interface Smallest {
  readonly members: readonly BatchRequest[];
  /** What fast-check needs to repeat it. */
  readonly drawn: string;
}

/** Undefined if the whole batch does not fail again. */
function* smallestOf(
  run: Run,
  valid: ValidRequest,
  batch: readonly BatchRequest[],
): Steps<Smallest | undefined> {
  let sent = 0;
  const holds = function* (members: readonly BatchRequest[]): Steps<boolean> {
    for (let time = 0; time < times; time += 1) {
      // Past a bound, every candidate passes, which ends the search.
      if (sent + members.length > bounds.requests) return true;
      sent += members.length;
      const failed = yield* sendBatch(run, valid, members, ['smaller-batch']);
      if (failed.length > 0) return false;
    }
    return true;
  };
  const { counterexample, seed, counterexamplePath } = yield* search(
    fc.shuffledSubarray([...batch], { minLength: 2 }),
    holds,
    { seed: run.seedAt(0), numRuns: 1, examples: [[[...batch]]] },
  );
  const [members] = counterexample ?? [];
  if (members === undefined) return undefined;
  return { members, drawn: `fast-check seed ${seed}, path ${counterexamplePath ?? '0'}` };
}
