import type { CaseDraft } from '../../session/case-builder.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { OperationRequest } from '../../wire/wire.ts';
import type { BatchRequest } from './batch.ts';
import { rememberAccepted } from './remember-accepted.ts';
import { sharedControl } from './shared-control.ts';

/** How many partitions a property always has, whatever number of cases and of machines. */
export const soakPartitions = 64;

/** So many cases of a partition share a control; behind as many it can be stopped and gone on with. */
const batch = 256;

/** So many cases are open at once, whose requests then wait for their turn: enough for any concurrency, and soon gone. */
const openAtMost = 64;

/** So many checkpoints of a partition are written at most: a journal stays of a size however many cases there are. */
const checkpointsAtMost = 12;

/** How many of so many cases a partition holds. */
export function partitionLength(cases: number, partition: number): number {
  return Math.max(0, Math.ceil((cases - partition) / soakPartitions));
}

/** The end of the id of case `index`. */
function numberOf(index: number): string {
  return `soak-${index}`;
}

/** The place in its partition of a case, by its id. */
export function placeInPartition(caseId: string): number {
  return Math.floor(Number(caseId.slice(caseId.lastIndexOf('-') + 1)) / soakPartitions);
}

/** One request of a soak, with the execute body that it carries. */
export interface SoakRequest extends BatchRequest {
  readonly index?: number;
}

/** What an operation sends in a soak. */
export interface SoakRequests {
  /** The request of case `index`: the same on every machine, from the seed, the property and the index alone. */
  at(index: number): SoakRequest;
  /** A valid request that the refusals beside it share as their control; none where a body may be usable once. */
  readonly control: OperationRequest | undefined;
}

/** A partition of a property: cases `partition`, `partition + 64`, `partition + 128`, … below `cases`. */
export interface Partition {
  readonly partition: number;
  readonly cases: number;
  /** How many cases of the partition an earlier part of the run has done. */
  readonly done: number;
  /** Called where the first `upto` cases of the partition are done. */
  readonly checkpoint: (upto: number) => void;
}

/** Sends the cases of a partition, many at once and one after the other as earlier ones end. */
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
