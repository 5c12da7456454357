import type { CaseDraft } from '../../session/case-builder.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { OperationRequest } from '../../wire/operation-request.ts';
import { soakPartitions } from '../soak-plan.ts';
import type { BatchRequest } from './batch.ts';
import { rememberAccepted } from './remember-accepted.ts';
import { sharedControl } from './shared-control.ts';

/** How many cases of a partition share a control; after each batch, a soak can be stopped and resumed. */
const batch = 256;

/** How many cases are open at once: enough to saturate any concurrency, few enough to finish soon. */
const openAtMost = 64;

/** The maximum number of checkpoints per partition, so that the journal does not grow with the number of cases. */
const checkpointsAtMost = 12;

/** How many of all cases are in a partition. */
export function partitionLength(cases: number, partition: number): number {
  return Math.max(0, Math.ceil((cases - partition) / soakPartitions));
}

/** The last part of the id of case `index`. */
function numberOf(index: number): string {
  return `soak-${index}`;
}

/** The position of a case in its partition, from its id. */
export function placeInPartition(caseId: string): number {
  return Math.floor(Number(caseId.slice(caseId.lastIndexOf('-') + 1)) / soakPartitions);
}

/** One request of a soak, with its execute body. */
export interface SoakRequest extends BatchRequest {
  readonly index?: number;
}

/** What an operation sends in a soak. */
export interface SoakRequests {
  /** The request of case `index`; depends only on the seed, the property and the index. */
  at(index: number): SoakRequest;
  /** The valid control that the rejections of a batch share; undefined if a body may be usable only once. */
  readonly control: OperationRequest | undefined;
}

/** A partition of a property: cases `partition`, `partition + 64`, `partition + 128`, … below `cases`. */
export interface Partition {
  readonly partition: number;
  readonly cases: number;
  /** How many cases of the partition were done before the run was resumed. */
  readonly done: number;
  /** Called when the first `upto` cases of the partition are done. */
  readonly checkpoint: (upto: number) => void;
}

/** Sends the cases of a partition, many concurrently, starting new ones as others end. */
export async function conductPartition(
  conductor: Conductor,
  prepare: (conductor: Conductor) => Promise<SoakRequests>,
  { partition, cases, done, checkpoint }: Partition,
): Promise<void> {
  const requests = await prepare(conductor);
  const length = partitionLength(cases, partition);
  const every = batch * Math.max(1, Math.ceil(length / batch / checkpointsAtMost));
  let control: ReturnType<typeof sharedControl> | undefined;
  const conductAt = (place: number): Promise<void> => {
    if (requests.control !== undefined && (place - done) % batch === 0)
      control = sharedControl(requests.control);
    const shared = control;
    const index = partition + soakPartitions * place;
    const { draft, request, credential, needsControl, index: body } = requests.at(index);
    const named: CaseDraft = { ...draft, number: numberOf(index) };
    return conductor.inCase(named, async (builder) => {
      if (needsControl) await shared?.(builder);
      const { answer } = await builder.send('probe', request, credential);
      rememberAccepted(conductor, body, answer);
    });
  };
  for (let from = done; from < length; from += every) {
    const upto = Math.min(length, from + every);
    let next = from;
    const oneByOne = async (): Promise<void> => {
      while (next < upto) {
        const place = next;
        next += 1;
        await conductAt(place);
      }
    };
    await Promise.all(Array.from({ length: Math.min(openAtMost, upto - from) }, oneByOne));
    checkpoint(upto);
  }
}
