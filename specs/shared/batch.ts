import fc from 'fast-check';
import { type Case, type Run, type Steps, until } from '../../engine/check.ts';
import { ofShrunkBatch, ofSmallest } from '../../journal/case-line.ts';
import { succeeded, wasAccepted } from '../../judges/answers/answer-kind.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Answer } from '../../wire/exchange.ts';
import { isBusy } from '../../wire/retry.ts';
import { inContext, sendAll, type Valid } from './cases.ts';
import { search } from './shrink.ts';

/** Whether an answer cannot belong to its request. A missing answer and "not now" prove nothing. */
function isWrong(operation: Operation, { expected, isOwn }: Case, answer: Answer | undefined): boolean {
  if (answer === undefined || isBusy(answer)) return false;
  if (expected === 'rejection') return wasAccepted(answer);
  if (!succeeded(operation, answer)) return expected !== 'anything';
  return isOwn?.(answer) === false;
}

/**
 * Sends requests concurrently, each as its own case, and then those that may hang one by one. Returns the requests whose response cannot
 * be theirs.
 */
export function* sendBatch(
  run: Run,
  { request, bodyIndex }: Valid,
  batch: readonly Case[],
  context: readonly string[] = [],
): Steps<Case[]> {
  // A configured execute body is kept for later: its success comes last and is the control for all (ruling 14).
  const control = bodyIndex === undefined ? { ...request } : undefined;
  const controlOf = ({ expected }: Case): typeof control => (expected === 'rejection' ? control : undefined);
  // All requests wait for the control if any needs it, so that they overlap.
  let isOpen = !batch.some((each) => controlOf(each) !== undefined && each.mayHang !== true);
  const exchanges = yield* sendAll(run, batch, function* (each) {
    const own = controlOf(each);
    const sent = inContext({ ...each, bodyIndex, control: own }, ...context);
    try {
      return yield* run.open(sent, function* (open) {
        if (own === undefined) yield* until(() => isOpen);
        else isOpen = true;
        return yield* open.send('probe', each.request ?? {});
      });
    } finally {
      if (own !== undefined) isOpen = true;
    }
  });
  return batch.filter((each) => isWrong(run.operation, each, exchanges.get(each)?.answer));
}

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
export function* shrinkBatch(run: Run, valid: Valid, batch: readonly Case[], failed: readonly Case[]): Steps {
  const failsTogether: Case[] = [];
  for (const each of failed.slice(0, bounds.alone)) {
    const alone = yield* sendBatch(run, valid, [each], ['alone']);
    if (alone.length === 0) failsTogether.push(each);
  }
  if (failsTogether.length === 0) return;
  const rest = batch.filter((each) => !failed.includes(each));
  // fast-check drops what comes first before what comes last.
  const found = yield* smallestOf(run, valid, [...rest, ...failsTogether]);
  const [members] = found.counterexample ?? [];
  // Otherwise the whole batch did not fail again.
  if (members === undefined) return;
  const drawn = `fast-check seed ${found.seed}, path ${found.counterexamplePath ?? '0'}`;
  const context = [ofShrunkBatch, `one of ${members.length} side by side`, ofSmallest, drawn];
  for (let again = 0; again < repetitions; again += 1)
    if ((yield* sendBatch(run, valid, members, context)).length > 0) return;
}

function smallestOf(run: Run, valid: Valid, batch: readonly Case[]): ReturnType<typeof search<Case[]>> {
  let sent = 0;
  const holds = function* (members: readonly Case[]): Steps<boolean> {
    for (let time = 0; time < times; time += 1) {
      // Past a bound, every candidate passes, which ends the search.
      if (sent + members.length > bounds.requests) return true;
      sent += members.length;
      const failed = yield* sendBatch(run, valid, members, ['smaller-batch']);
      if (failed.length > 0) return false;
    }
    return true;
  };
  return search(fc.shuffledSubarray([...batch], { minLength: 2 }), holds, {
    seed: run.seedAt(0),
    numRuns: 1,
    examples: [[[...batch]]],
  });
}
