import type { Run, Steps } from '../../engine/check.ts';
import type { CaseKind } from '../../journal/case-text.ts';
import type { Facts } from '../../journal/record.ts';
import { answerKind } from '../../judges/answers/answer-kind.ts';
import type { BodyFault } from '../../requirements/requirement-for.ts';
import type { OperationRequest } from '../../wire/operation-request.ts';
import { conductHangingLast } from './requests.ts';
import { lastRoundCut } from './rounds.ts';
import { sharedControl } from './shared-control.ts';

/** A request with exactly one fault. */
export interface Faulty extends CaseKind {
  readonly wrong: Required<BodyFault>;
  readonly request: OperationRequest;
  readonly mayHang?: true;
}

/** A valid request, requests that each differ from it by one fault, and what judges need to know about it. */
export interface Base {
  readonly valid: OperationRequest;
  readonly faulty: readonly Faulty[];
  readonly facts?: Facts;
  /** Searches for the smallest request with the same fault that is also accepted. */
  readonly shrink?: (faulty: Faulty) => Steps;
}

/**
 * Sends every faulty request of each base, and its valid control once, in the same check and with the same body (ruling
 * 25). `base` returns the base of round `index`. The first accepted request is shrunk.
 * @param wholeRounds how many rounds to send, all of them whole; by default as many as it takes for the answers wanted
 */
export function* conductRefusals(run: Run, base: (index: number) => Base, wholeRounds?: number): Steps {
  const listed = base(0);
  const rounds = wholeRounds ?? run.rounds(listed.faulty.length);
  const whole = [listed, ...Array.from({ length: rounds - 1 }, (_, index) => base(index + 1))];
  const faultyOf = whole.map(({ faulty }) => faulty);
  const sent = wholeRounds === undefined ? lastRoundCut(run, faultyOf) : faultyOf;
  const bases = whole.map((each, index) => ({ ...each, faulty: sent[index] ?? [] }));
  const accepted = new Set<Faulty>();
  yield* conductHangingLast(bases.flatMap(casesOf), function* ({ each, control, facts }) {
    const { request, ...draft } = each;
    yield* run.open({ ...draft, facts }, function* (open) {
      yield* control(open);
      const { answer } = yield* open.send('probe', request);
      if (answer !== undefined && answerKind(answer) === 'accepted') accepted.add(each);
    });
  });
  for (const { faulty, shrink } of bases) {
    const first = faulty.find((each) => accepted.has(each));
    if (first === undefined) continue;
    if (shrink !== undefined) yield* shrink(first);
    return;
  }
}

/** A faulty request with what it shares with the others of its base. */
interface FaultyCase extends Pick<Base, 'facts'>, Pick<Faulty, 'mayHang'> {
  readonly each: Faulty;
  readonly control: ReturnType<typeof sharedControl>;
}

function casesOf({ valid, faulty, facts }: Base): FaultyCase[] {
  const control = sharedControl(valid);
  return faulty.map((each) => ({ each, control, facts, mayHang: each.mayHang }));
}
