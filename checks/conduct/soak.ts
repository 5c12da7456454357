import type { CaseDraft } from '../../session/case-builder.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { OperationRequest } from '../../wire/wire.ts';
import type { BatchRequest } from './batch.ts';
import { rememberAccepted } from './remember-accepted.ts';
import { sharedTwin } from './shared-twin.ts';

/** How many slices a property always has, whatever number of cases and of machines. */
export const soakSlices = 64;

/** So many cases of a slice share a twin; behind as many it can be stopped and gone on with. */
const batch = 256;

/** So many cases are open at once, whose requests then wait for their turn: enough for any concurrency, and soon gone. */
const openAtMost = 64;

/** So many checkpoints of a slice are written at most: a journal stays of a size however many cases there are. */
const checkpointsAtMost = 12;

/** How many of so many cases a slice holds. */
export function sliceLength(cases: number, slice: number): number {
  return Math.max(0, Math.ceil((cases - slice) / soakSlices));
}

/** The end of the id of case `index`. */
function numberOf(index: number): string {
  return `soak-${index}`;
}

/** The place in its slice of a case, by its id. */
export function placeInSlice(caseId: string): number {
  return Math.floor(Number(caseId.slice(caseId.lastIndexOf('-') + 1)) / soakSlices);
}

/** One request of a soak, with the execute body that it carries. */
export interface SoakRequest extends BatchRequest {
  readonly index?: number;
}

/** What an operation sends in a soak. */
export interface SoakRequests {
  /** The request of case `index`: the same on every machine, from the seed, the property and the index alone. */
  at(index: number): SoakRequest;
  /** A valid request that the refusals beside it share as their twin; none where a body may be usable once. */
  readonly twin: OperationRequest | undefined;
}

/** A slice of a property: cases `slice`, `slice + 64`, `slice + 128`, … below `cases`. */
export interface Slice {
  readonly slice: number;
  readonly cases: number;
  /** How many cases of the slice an earlier part of the run has done. */
  readonly done: number;
  /** Called where the first `upto` cases of the slice are done. */
  readonly checkpoint: (upto: number) => void;
}

/** Sends the cases of a slice, many at once and one after the other as earlier ones end. */
export async function conductSlice(
  conductor: Conductor,
  prepare: (conductor: Conductor) => Promise<SoakRequests>,
  { slice, cases, done, checkpoint }: Slice,
): Promise<void> {
  const requests = await prepare(conductor);
  const length = sliceLength(cases, slice);
  const every = batch * Math.max(1, Math.ceil(length / batch / checkpointsAtMost));
  let twin: ReturnType<typeof sharedTwin> | undefined;
  const conductAt = (place: number): Promise<void> => {
    if (requests.twin !== undefined && (place - done) % batch === 0) twin = sharedTwin(requests.twin);
    const shared = twin;
    const index = slice + soakSlices * place;
    const { draft, request, credential, needsTwin, index: body } = requests.at(index);
    const named: CaseDraft = { ...draft, number: numberOf(index) };
    return conductor.inCase(named, async (builder) => {
      if (needsTwin) await shared?.(builder);
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
