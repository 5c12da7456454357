import type { Level, Operation } from '../../requirements/requirement.ts';
import type { Decided } from '../report/outcome.ts';
import type { Report, ReportFinding, ReportResult } from '../report/report.ts';

/** The version of a comparison's form. */
export const comparisonSchemaVersion = 1;

/** What most likely made two runs differ. */
export type Cause = 'target' | 'suite' | 'scope' | 'flakiness';

/**
 * `newly-failing`: broken now and not before · `newly-passing`: the reverse · `lost`: exercised before, not now ·
 * `gained`: the reverse · `fails-otherwise`: broken in both, and no finding is the same · `waiver`: broken in both, and
 * waived in one of them only.
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

/** What weighs more first. */
export const levels: readonly Level[] = ['MUST', 'SHOULD', 'OPEN'];

/** A cause, and in sentences what speaks for it. */
export interface Blame {
  readonly cause: Cause;
  readonly because: readonly string[];
}

/** A side of a change; null where that run's suite did not know the requirement. */
export type Side = (Decided & { readonly waived: boolean }) | null;

/** One requirement on one operation that came out differently. */
export interface ComparedChange extends Blame {
  readonly kind: ChangeKind;
  readonly requirement: string;
  readonly operation: Operation;
  /** That of the new run, or of the old one where the new one does not know it. */
  readonly level: Level;
  readonly old: Side;
  readonly new: Side;
  /** The most frequent finding of the run that is broken; null where neither is. */
  readonly finding: ReportFinding | null;
  /** Whether it makes the status 1. */
  readonly regression: boolean;
}

/** What was observed of an open requirement in one of the runs only. */
export interface Drift extends Blame {
  readonly id: string;
  readonly operation: Operation;
  readonly gone: readonly string[];
  readonly came: readonly string[];
}

/** Times of the whole answers of an operation, in milliseconds. */
export interface ComparedPace {
  readonly answers: number;
  readonly median: number;
  /** Median absolute deviation from the median. */
  readonly spread: number;
}

/** An operation whose answers take longer or shorter, beyond noise. */
export interface PaceChange extends Blame {
  readonly operation: Operation;
  readonly old: ComparedPace;
  readonly new: ComparedPace;
}

/** Something that two runs do not have in common, and which cause it speaks for. */
export interface Difference {
  readonly name: string;
  readonly cause: 'target' | 'suite' | 'scope';
  readonly old: string;
  readonly new: string;
}

/** Which run stands on a side, as it says itself. */
export type RunSummary = Pick<
  Report,
  'suite' | 'document' | 'profile' | 'target' | 'run' | 'verdict' | 'coverage'
>;

/** What changed between two runs. */
export interface Comparison {
  readonly schemaVersion: number;
  readonly old: RunSummary;
  readonly new: RunSummary;
  readonly strict: boolean;
  readonly regression: boolean;
  readonly differences: readonly Difference[];
  readonly changes: readonly ComparedChange[];
  readonly observations: readonly Drift[];
  /** Null where one of the runs came without its exchanges. */
  readonly timing: readonly PaceChange[] | null;
}

/** The key of a requirement on an operation; it is the name of the check too. */
export function pairOf({ requirement, operation }: Pick<ReportResult, 'requirement' | 'operation'>): string {
  return `${requirement}@${operation}`;
}
