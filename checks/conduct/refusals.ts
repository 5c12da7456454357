import type { Facts } from '../../journal/record.ts';
import type { BodyFault } from '../../requirements/claims.ts';
import type { CaseKind } from '../../session/case-text.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { Hazard } from '../../session/hazards.ts';
import type { OperationRequest } from '../../wire/operation-request.ts';
import { claimedKind } from '../answers/answer-kind.ts';
import { conductHazardsLast } from './hazards-last.ts';
import { lastRoundCut } from './last-round.ts';
import { sharedControl } from './shared-control.ts';

/** A request with exactly one fault. */
export interface Faulty extends CaseKind {
  readonly wrong: Required<BodyFault>;
  readonly request: OperationRequest;
  readonly hazard?: Hazard;
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
 * @param wholeRounds how many rounds to send, all of them whole; by default as many as it takes for the answers wanted
 */
export async function conductRefusals(
  conductor: Conductor,
  base: (index: number) => Base,
  wholeRounds?: number,
): Promise<void> {
  const listed = base(0);
  const rounds = wholeRounds ?? conductor.rounds(listed.faulty.length);
  const whole = [listed, ...Array.from({ length: rounds - 1 }, (_, index) => base(index + 1))];
  const faultyOf = whole.map(({ faulty }) => faulty);
  const sent = wholeRounds === undefined ? lastRoundCut(conductor, faultyOf) : faultyOf;
  const bases = whole.map((each, index) => ({ ...each, faulty: sent[index] ?? [] }));
  const accepted = new Set<Faulty>();
  await conductHazardsLast(bases.flatMap(casesOf), async ({ each, control, facts }) => {
    const { request, ...draft } = each;
    await conductor.inCase({ ...draft, facts }, async (builder) => {
      await control(builder);
      const { answer } = await builder.send('probe', request);
      if (answer !== undefined && claimedKind(answer) === 'accepted') accepted.add(each);
    });
  });
  for (const { faulty, shrink } of bases) {
    const first = faulty.find((each) => accepted.has(each));
    if (first !== undefined) return shrink?.(first);
  }
}

/** A faulty request with what it shares with the others of its base. */
interface FaultyCase extends Pick<Base, 'facts'>, Pick<Faulty, 'hazard'> {
  readonly each: Faulty;
  readonly control: ReturnType<typeof sharedControl>;
}

function casesOf({ valid, faulty, facts }: Base): FaultyCase[] {
  const control = sharedControl(valid);
  return faulty.map((each) => ({ each, control, facts, hazard: each.hazard }));
}
