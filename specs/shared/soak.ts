import { type Case, type Request, type Run, type Steps, sideBySide } from '../../engine/check.ts';
import { partitionLength, soakPartitions } from '../../engine/soak-plan.ts';
import type { Partition } from '../../engine/soak-tests.ts';

/** How many cases of a partition share a control; after each batch, a soak can be stopped and resumed. */
const batch = 256;

/** How many cases are open at once: enough to saturate any concurrency, few enough to finish soon. */
const openAtMost = 64;

/** The maximum number of checkpoints per partition, so that the journal does not grow with the number of cases. */
const checkpointsAtMost = 12;

/** The last part of the id of case `index`. */
function numberOf(index: number): string {
  return `soak-${index}`;
}

/** What an operation sends in a soak. */
export interface SoakRequests {
  /** The request of case `index`; depends only on the seed, the property and the index. */
  at(index: number): Case;
  /** The valid control that the rejections of a batch share; undefined if a body may be usable only once. */
  readonly control: Request | undefined;
}

/** Sends the cases of a partition, many concurrently, starting new ones as others end. */
export function* conductPartition(
  run: Run,
  requests: SoakRequests,
  { partition, cases, done, checkpoint }: Partition,
): Steps {
  const length = partitionLength(cases, partition);
  const every = batch * Math.max(1, Math.ceil(length / batch / checkpointsAtMost));
  let control: Request | undefined;
  const sendAt = (place: number): Steps<unknown> => {
    if (requests.control !== undefined && (place - done) % batch === 0) control = { ...requests.control };
    const index = partition + soakPartitions * place;
    const each = requests.at(index);
    return run.send({
      ...each,
      number: numberOf(index),
      control: each.expected === 'rejection' ? control : undefined,
    });
  };
  for (let from = done; from < length; from += every) {
    const upto = Math.min(length, from + every);
    let next = from;
    const oneByOne = function* (): Steps<void> {
      while (next < upto) {
        const place = next;
        next += 1;
        yield* sendAt(place);
      }
    };
    yield* sideBySide(Array.from({ length: Math.min(openAtMost, upto - from) }, oneByOne));
    checkpoint(upto);
  }
}
