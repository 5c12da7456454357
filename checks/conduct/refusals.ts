import type { Facts } from '../../journal/record.ts';
import type { BodyFault } from '../../requirements/claims.ts';
import type { CaseKind } from '../../session/case-text.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { OperationRequest } from '../../wire/wire.ts';
import { claimedKind } from '../answers/answer-kind.ts';
import { sharedControl } from './shared-control.ts';

/** A request with exactly one fault. */
export interface Faulty extends CaseKind {
  readonly wrong: Required<BodyFault>;
  readonly request: OperationRequest;
}

/** A valid request, requests that each differ from it by one fault, and what judges need to know about it. */
export interface Base {
  readonly valid: OperationRequest;
  readonly faulty: readonly Faulty[];
  readonly facts?: Facts;
  /** Searches for the smallest request with the same fault that is also accepted. */
  readonly shrink?: (faulty: Faulty) => Promise<void>;
}

/**
 * Sends every faulty request of each base, and its valid control once, in the same check and with the same body (ruling
 * 25). `base` returns the base of round `index`. The first accepted request is shrunk.
 */
export async function conductRefusals(conductor: Conductor, base: (index: number) => Base): Promise<void> {
  const listed = base(0);
  const rounds = conductor.rounds(listed.faulty.length);
  const bases = [listed, ...Array.from({ length: rounds - 1 }, (_, index) => base(index + 1))];
  const accepted = await Promise.all(bases.map((each) => conductBase(conductor, each)));
  const at = accepted.findIndex((each) => each !== undefined);
  const first = accepted[at];
  if (first !== undefined) await bases[at]?.shrink?.(first);
}

/** Returns the first faulty request that was answered with a 2xx. */
async function conductBase(
  conductor: Conductor,
  { valid, faulty, facts }: Base,
): Promise<Faulty | undefined> {
  const control = sharedControl(valid);
  const accepted = new Set<Faulty>();
  await Promise.all(
    faulty.map((each) => {
      const { request, ...draft } = each;
      return conductor.inCase({ ...draft, ...(facts === undefined ? {} : { facts }) }, async (builder) => {
        await control(builder);
        const { answer } = await builder.send('probe', request);
        if (answer !== undefined && claimedKind(answer) === 'accepted') accepted.add(each);
      });
    }),
  );
  return faulty.find((each) => accepted.has(each));
}
