import type { Finding } from '../../journal/finding.ts';
import type { RunHeader } from '../../journal/journal-line.ts';
import type { Level, Operation } from '../../requirements/requirement.ts';
import type { Waiver } from '../../settings/waiver.ts';

/** The version of report.json's form. */
export const reportSchemaVersion = 1;

/** What a run shows of one requirement on one operation. */
export const resultOutcomes = [
  'passed',
  'failed',
  'warned',
  'inconclusive',
  'inapplicable',
  'not-exercised',
  'observed',
] as const;

export type ResultOutcome = (typeof resultOutcomes)[number];

/** What is said of the target; waivers do not change it. */
export type Verdict = 'conformant' | 'non-conformant' | 'inconclusive';

/** The exit statuses that follow from a report; 2, wrong usage, ends before there is one. */
export type GateStatus = 0 | 1 | 3 | 4;

/**
 * All findings of a run that say the same of the same place in an answer, with at most twenty exchanges, the first by order
 * of cases. Reports that were made before findings had kinds lack what is optional here.
 */
export interface ReportFinding
  extends Partial<Pick<Finding, 'place' | 'header' | 'parameters' | 'shrunk'>>,
    Pick<Finding, 'message' | 'pointer' | 'expected' | 'actual' | 'exchanges'> {
  readonly kind?: string;
  /** The numbers of `rate`: affected answers, and answers judged; 0 where none was judged. */
  readonly affected?: number;
  readonly judged?: number;
  /** Affected answers of answers judged, such as `7 of 40`. */
  readonly rate: string;
  /** The command that repeats it. */
  readonly replay: string;
}

/** One requirement on one operation. */
export interface ReportResult {
  readonly requirement: string;
  readonly operation: Operation;
  /** Under the profile of the run. */
  readonly level: Level;
  readonly outcome: ResultOutcome;
  /** Why there is no judgement; null where there is one. */
  readonly reason: string | null;
  /** The same for programs; absent where there is no reason, and in reports of earlier versions. */
  readonly reasonKind?: string;
  /** Answers that count: a refusal whose valid control did not succeed counts only where something was found. */
  readonly answersJudged: number;
  readonly findings: readonly ReportFinding[];
  /** For the gate alone: the attempts in `waivers` of those that expect every finding; null where one is not expected. */
  readonly waived: readonly number[] | null;
}

/**
 * What became of a waiver in a run. `active`: a failure it expects was found · `expiring`: the same, and it ends within
 * 14 days · `expired`: its last day was before the run · `stale`: nothing fails there any more · `mismatched`: what fails
 * there is something else · `unknown`: it names nothing that is judged · `not-exercised`: the run does not show it.
 */
export const waiverStates = [
  'active',
  'expiring',
  'expired',
  'stale',
  'mismatched',
  'unknown',
  'not-exercised',
] as const;

export type WaiverState = (typeof waiverStates)[number];

/** A waiver as it was given, and what became of it. */
export interface ReportWaiver extends Waiver {
  readonly state: WaiverState;
}

/** What the target does where the document leaves it open. */
export interface ReportObservation {
  readonly id: string;
  readonly operation: Operation;
  readonly value: string;
}

/** Results by outcome, and what they rest on. */
export type ReportCounts = Readonly<Record<ResultOutcome | 'exchanges' | 'cases', number>>;

/** The content of report.json: a deterministic aggregate of a journal. Times are ISO 8601. */
export interface Report
  extends Pick<RunHeader, 'schemaVersion' | 'suite' | 'document' | 'profile' | 'target'> {
  readonly run: Omit<RunHeader['run'], 'only'> & {
    readonly startedAt: string;
    /** Null where the run never ended. */
    readonly finishedAt: string | null;
  };
  readonly verdict: Verdict;
  readonly coverage: {
    readonly state: 'complete' | 'partial';
    readonly must: { readonly total: number; readonly exercised: number };
  };
  readonly gate: {
    readonly status: GateStatus;
    readonly causes: readonly string[];
    /** The kind of each cause, in their order; absent in reports of earlier versions. */
    readonly causeKinds?: readonly string[];
  };
  readonly counts: ReportCounts;
  readonly results: readonly ReportResult[];
  readonly observations: readonly ReportObservation[];
  /** In the order of the waiver file. */
  readonly waivers: readonly ReportWaiver[];
}
