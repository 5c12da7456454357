import fc from 'fast-check';
import type { Conductor } from '../../session/conductor.ts';
import { type BatchRequest, sendBatch } from './batch.ts';
import type { ValidRequest } from './valid-request.ts';

/** Shrinking stops after so many requests, or so many milliseconds. */
const bounds = { alone: 20, requests: 1_500, ms: 6_000 };

/** What overlaps is up to the clock: a batch is good only where it did not fail so many times. */
const times = 3;

/** How often the smallest batch is sent until it fails once more. */
const repetitions = 5;

/**
 * Looks for the smallest batch that still fails side by side, where requests of a batch were answered as they must not
 * be. What fails alone as well is no matter of overlapping: other checks tell of it, and it is left out here.
 * @param failed the requests of the batch that were answered wrongly
 */
export async function shrinkBatch(
  conductor: Conductor,
  valid: ValidRequest,
  batch: readonly BatchRequest[],
  failed: readonly BatchRequest[],
): Promise<void> {
  const known = failed.slice(0, bounds.alone);
  const failsTogether: BatchRequest[] = [];
  for (const each of known) {
    const alone = await sendBatch(conductor, valid, [each], ['alone']);
    if (alone.length === 0) failsTogether.push(each);
  }
  if (failsTogether.length === 0) return;
  const rest = batch.filter((each) => !failed.includes(each));
  const smallest = await search(conductor, valid, [...failsTogether, ...rest]);
  if (smallest === undefined) return;
  const { members, drawn } = smallest;
  const context = [`one of ${members.length} side by side`, 'smallest', drawn];
  for (let again = 0; again < repetitions; again += 1)
    if ((await sendBatch(conductor, valid, members, context)).length > 0) return;
}

interface Smallest {
  readonly members: readonly BatchRequest[];
  /** What fast-check repeats it by. */
  readonly drawn: string;
}

/** Undefined where the whole batch does not fail again. */
async function search(
  conductor: Conductor,
  valid: ValidRequest,
  batch: readonly BatchRequest[],
): Promise<Smallest | undefined> {
  const until = performance.now() + bounds.ms;
  let sent = 0;
  const holds = async (members: readonly BatchRequest[]): Promise<boolean> => {
    for (let time = 0; time < times; time += 1) {
      // Past a bound every further candidate counts as good, which ends the search where it stands.
      if (sent + members.length > bounds.requests || performance.now() > until) return true;
      sent += members.length;
      const failed = await sendBatch(conductor, valid, members, ['smaller-batch']);
      if (failed.length > 0) return false;
    }
    return true;
  };
  const { counterexample, seed, counterexamplePath } = await fc.check(
    fc.asyncProperty(fc.shuffledSubarray([...batch], { minLength: 2 }), holds),
    { seed: conductor.seedAt(0), numRuns: 1, examples: [[[...batch]]] },
  );
  const [members] = counterexample ?? [];
  if (members === undefined) return undefined;
  return { members, drawn: `fast-check seed ${seed}, path ${counterexamplePath ?? '0'}` };
}
