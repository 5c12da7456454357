import type { Operation } from '../requirements/requirement.ts';
import type { FailureKind } from '../wire/exchange.ts';
import { type Finding, type Found, findingOf } from './finding.ts';
import type { Reason, ReasonKind } from './reason.ts';

/** What a target does where the document leaves it open. */
export interface Observation {
  readonly id: string;
  readonly operation: Operation;
  readonly value: string;
}

/** A request that was never answered in a settled way, although it was repeated (ruling 26). */
export interface UnansweredRequest {
  readonly operation: Operation;
  readonly kind: FailureKind | 'busy';
  readonly wellFormed: boolean;
  readonly exchanges: readonly string[];
}

/** A requirement that could be neither condemned nor passed. */
export interface Undecided {
  readonly requirement: string;
  readonly operation: Operation;
  readonly kind: ReasonKind;
  /** Display text. */
  readonly reason: string;
}

/** What a judge says of one case record: pure data, the same for the same record, requirement and profile. */
export interface Judgement {
  /** For each requirement, how many answers it was held against. */
  readonly judged: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
  readonly observations: readonly Observation[];
  readonly unanswered: readonly UnansweredRequest[];
  /** Requirements that this case leaves undecided, for a reason that lies outside the target's contract (ruling 18). */
  readonly undecided: readonly Undecided[];
  /** Requests whose unanswered went away on repetition. */
  readonly recovered: number;
  /** False where a refusal counts for nothing because its valid control did not succeed, or was never seen to (ruling 25). */
  readonly control: 'succeeded' | 'failed' | 'pending' | 'none';
}

/** Collects a judgement; every method may be called any number of times. */
export interface Sink {
  judged(requirement: string, count?: number): void;
  finding(found: Found): void;
  observe(id: string, operation: Operation, value: string): void;
  unanswered(unanswered: UnansweredRequest): void;
  undecided(of: Pick<Undecided, 'requirement' | 'operation'>, reason: Reason): void;
  recovered(count: number): void;
}

/** Of each requirement a case keeps so many findings, and so many observations: an answer can hold a million of either. */
const keptOfEach = 5_000;

export function collect(judge: (sink: Sink) => Judgement['control']): Judgement {
  const judged: Record<string, number> = {};
  const findings: Finding[] = [];
  const observations: Observation[] = [];
  const unanswered: UnansweredRequest[] = [];
  const undecided: Undecided[] = [];
  let recovered = 0;
  const counts = new Map<string, number>();
  const observed = new Set<string>();
  const isKept = (what: string): boolean => {
    const count = (counts.get(what) ?? 0) + 1;
    counts.set(what, count);
    return count <= keptOfEach;
  };
  const control = judge({
    judged: (requirement, count = 1) => {
      judged[requirement] = (judged[requirement] ?? 0) + count;
    },
    finding: (found) => {
      if (isKept(`finding ${found.requirement} ${found.operation}`)) findings.push(findingOf(found));
    },
    observe: (id, operation, value) => {
      const key = JSON.stringify([id, operation, value]);
      if (observed.has(key) || !isKept(`observation ${id} ${operation}`)) return;
      observed.add(key);
      observations.push({ id, operation, value });
    },
    unanswered: (one) => unanswered.push(one),
    undecided: ({ requirement, operation }, { kind, text }) =>
      undecided.push({ requirement, operation, kind, reason: text }),
    recovered: (count) => {
      recovered += count;
    },
  });
  return { judged, findings, observations, unanswered, undecided, recovered, control };
}
