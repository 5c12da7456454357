import {
  type Case,
  type JudgedCheck,
  type Request,
  type Run,
  type Steps,
  sideBySide,
} from '../../engine/check.ts';
import { partitionLength, soakPartitions } from '../../engine/soak-plan.ts';
import { declareSoak, type Partition } from '../../engine/soak-tests.ts';
import type { Sampling } from '../../generators/sampling.ts';
import { seedOf } from '../../generators/seeding.ts';
import type { MakeValid } from './cases.ts';
import { allLenientCredentials, refusedCredentials } from './wrong-credentials.ts';

/** How many cases of a partition share a control; after each batch, a soak can be stopped and resumed. */
const batch = 256;

/** How many cases are open at once: enough to saturate any concurrency, few enough to finish soon. */
const openAtMost = 64;

/** The maximum number of checkpoints per partition, so that the journal does not grow with the number of cases. */
const checkpointsAtMost = 12;

/** What an operation sends in a soak. */
export interface SoakRequests {
  /** The request of case `index`; depends only on the seed, the property and the index. */
  at(index: number): Case;
  /** The valid control that the rejections of a batch share; undefined if a body may be usable only once. */
  readonly control: Request | undefined;
}

/** What each operation sends in a soak. */
export const soaks: { readonly check: JudgedCheck; readonly prepare: (run: Run) => SoakRequests }[] = [];

/**
 * Declares the soak of an operation.
 * @param prepare makes what its partitions send, once for all of them: that costs as much as many requests
 */
export function soak(check: JudgedCheck, prepare: (run: Run) => SoakRequests): void {
  soaks.push({ check, prepare });
  let requests: SoakRequests | undefined;
  declareSoak(check, (run, partition) => {
    requests ??= prepare(run);
    return sendPartition(run, requests, partition);
  });
}

/** Sends the cases of a partition, many concurrently, starting new ones as others end. */
export function* sendPartition(
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
      number: `soak-${index}`,
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

/** A number from 0 to 1 that decides the kind of request of case `index`. */
export function share(run: Run, index: number): number {
  return drawnNumber(run, 'kind', index) / 2 ** 32;
}

/** One of the given requests for case `index`. */
export function drawnFrom<T>(run: Run, index: number, some: readonly T[]): T {
  const one = some[drawnNumber(run, 'which', index) % some.length];
  if (one === undefined) throw new Error('There is nothing to draw from.');
  return one;
}

function drawnNumber({ seed, operation }: Run, what: string, index: number): number {
  return seedOf(seed, 'soak', operation, what, index) >>> 0;
}

/** Everything is derived from the first body, and the usual requests from the others. */
export function soakSampling({ seed, operation }: Run, base: number): Sampling {
  return { amount: base === 0 ? 'all' : 'usual', seed: [seed, operation, 'soak', base].join('/') };
}

/** Rounds of altered credentials, enough to use every alteration of each kind. */
const rounds = 16;

/** Requests whose only fault is the credential; each new one of the catalogue would be one more secret. */
export function soakCredentials(run: Run, valid: MakeValid): readonly Case[] {
  const round = refusedCredentials(run, valid, 'soak');
  return [
    ...Array.from({ length: rounds }, (_, index) => round(index)).flat(),
    ...allLenientCredentials(run, valid),
  ];
}
