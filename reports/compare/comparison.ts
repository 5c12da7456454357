import type { TargetFacts } from '../../journal/target-facts.ts';
import type { Level, Operation } from '../../requirements/requirement.ts';
import type { Times } from '../report/durations.ts';
import type { Decided } from '../report/outcome.ts';
import type { Report, ReportFinding } from '../report/report.ts';
import type { Tally } from '../report/tally.ts';

/** The version of the comparison format. */
export const comparisonSchemaVersion = 1;

/** The likely cause of a difference between two runs. */
export type Cause = 'target' | 'suite' | 'scope' | 'flakiness';

/**
 * `newly-failing`: broken only in the new run · `newly-passing`: the reverse · `lost`: exercised only in the old run ·
 * `gained`: the reverse · `fails-otherwise`: broken in both, with no finding in common · `waiver`: broken in both, and
 * waived in only one.
 */
export const changeKinds = [
  'newly-failing',
  'lost',
  'fails-otherwise',
  'waiver',
  'newly-passing',
  'gained',
] as const;

export type ChangeKind = (typeof changeKinds)[number];

/** The most important first. */
export const levels: readonly Level[] = ['MUST', 'SHOULD', 'OPEN'];

/** A cause, and the evidence for it in sentences. */
export interface Blame {
  readonly cause: Cause;
  readonly because: readonly string[];
}

/** One side of a change; null if the suite of that run does not have the requirement. */
export type Side = (Decided & { readonly waived: boolean }) | null;

/** One requirement on one operation whose result changed. */
export interface ComparedChange extends Blame {
  readonly kind: ChangeKind;
  readonly requirement: string;
  readonly operation: Operation;
  /** The level in the new run, or in the old one if the new one does not have the requirement. */
  readonly level: Level;
  readonly old: Side;
  readonly new: Side;
  /** The most frequent finding of the run in which it is broken; null if it is broken in neither. */
  readonly finding: ReportFinding | null;
  /** Whether it makes the exit status 1. */
  readonly regression: boolean;
}

/** What was observed of an open requirement in only one of the runs. */
export interface Drift extends Blame {
  readonly id: string;
  readonly operation: Operation;
  readonly gone: readonly string[];
  readonly came: readonly string[];
}

/** Durations of complete answers of an operation, in milliseconds. */
export interface ComparedPace {
  readonly answers: number;
  readonly median: number;
  /** Median absolute deviation from the median. */
  readonly spread: number;
}

/** An operation whose answers became slower or faster, beyond noise. */
export interface PaceChange extends Blame {
  readonly operation: Operation;
  readonly old: ComparedPace;
  readonly new: ComparedPace;
}

/** A difference between two runs, and the cause that it is evidence for. */
export interface Difference {
  readonly name: string;
  readonly cause: 'target' | 'suite' | 'scope';
  readonly old: string;
  readonly new: string;
}

/** One of the compared runs. */
export type RunSummary = Pick<
  Report,
  'suite' | 'document' | 'profile' | 'target' | 'run' | 'verdict' | 'coverage'
>;

/** A run to compare. A report alone gives less evidence for causes than a report with its journal. */
export interface ComparedRun {
  readonly report: Report;
  /** What its journal says beyond the report. */
  readonly journal?: {
    readonly only: string | null;
    readonly facts: TargetFacts | undefined;
    readonly tally: Tally;
  };
  /** Undefined if the exchanges were not kept. */
  readonly times?: Times;
}

/** What changed between two runs. */
export interface Comparison {
  readonly schemaVersion: number;
  readonly old: RunSummary;
  readonly new: RunSummary;
  readonly strict: boolean;
  readonly regression: boolean;
  /** What changed, for the subject of a mail, such as `2 new, 1 fixed · https://ledger.example · 26 Nov`. */
  readonly summary: string;
  readonly differences: readonly Difference[];
  readonly changes: readonly ComparedChange[];
  readonly observations: readonly Drift[];
  /** Null if the exchanges of a run are missing. */
  readonly timing: readonly PaceChange[] | null;
}
