import type { CameBack } from '../../journal/case-line.ts';
import type { CountedCircumstances } from '../../journal/circumstances.ts';
import type { Finding } from '../../journal/finding.ts';
import { type InputKind, inputKey, placeKey } from '../../journal/finding-source.ts';
import type { RunHeader } from '../../journal/journal-line.ts';
import type { Level, Operation } from '../../requirements/requirement.ts';
import type { Waiver } from '../../settings/waiver.ts';

/** The version of the report.json format. */
export const reportSchemaVersion = 1;

/** The result of one requirement on one operation. */
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

/** The verdict on the target, which waivers do not change. */
export type Verdict = 'conformant' | 'non-conformant' | 'inconclusive';

/** The exit statuses that follow from a report. */
export type GateStatus = 0 | 1 | 2 | 3 | 4;

/** A kind of input, how often it showed a finding, and how often it was sent. */
export interface ReportInput extends InputKind {
  /** Display text. */
  readonly text: string;
  readonly affected: number;
  readonly attempts: number;
}

/**
 * All findings of a run of the same kind, at the same place, with the same kind of answer, and on the same kind of input
 * if they are about inputs. Optional members that are always written now are absent in reports of earlier versions.
 */
export interface ReportFinding
  extends Partial<Pick<Finding, 'place' | 'header' | 'parameters' | 'shrunk' | 'sides'>>,
    Pick<Finding, 'message' | 'pointer' | 'expected' | 'actual'> {
  readonly kind?: string;
  /** The kind of input that was accepted, rejected or left unanswered; absent if the finding is about answers. */
  readonly input?: Omit<ReportInput, 'affected' | 'attempts'>;
  /** What came back; absent for relations between answers. */
  readonly cameBack?: CameBack;
  /** Affected inputs if it is about inputs, otherwise affected answers. */
  readonly affected?: number;
  /** How many inputs of this kind were sent on this operation, each counted once, however often it was sent again. */
  readonly attempts?: number;
  /** All answers judged for the requirement; 0 if none was judged. */
  readonly judged?: number;
  /** Present if it only showed while other requests were under way. */
  readonly onlyConcurrent?: boolean;
  /** Present if the same requests in their plainest form, without the headers of a client, did not show it. */
  readonly onlyWithClient?: boolean;
  /** What distinguishes inputs of this kind, with the number of affected answers; the most frequent ones, if there are several. */
  readonly details?: readonly { readonly text: string; readonly affected: number }[];
  /** Of a finding about answers: the inputs that got them, the most affected first. */
  readonly inputs?: readonly ReportInput[];
  /** What was sent before the first example on the same connection, if it was shown there; in order. */
  readonly behind?: readonly string[];
  /** The clearest example first, at most twenty. */
  readonly exchanges: readonly string[];
  /** How often, such as `accepted 63 of 63 requests of this kind`, or `7 of 40 responses`. */
  readonly rate: string;
  /** The command that reproduces it. */
  readonly replay: string;
}

/** One requirement on one operation. */
export interface ReportResult {
  readonly requirement: string;
  readonly operation: Operation;
  /** The level under the profile of the run. */
  readonly level: Level;
  readonly outcome: ResultOutcome;
  /** Why it was not judged, or what a pass on few answers may have missed; null if there is no reason. */
  readonly reason: string | null;
  /** The kind of the reason, for programs; absent without a reason, and in reports of earlier versions. */
  readonly reasonKind?: string;
  /** Answers that count as evidence: without findings, a rejection counts only if its valid control succeeded. */
  readonly answersJudged: number;
  /**
   * Of a MUST or SHOULD: the circumstances of the cases with a judged answer, each with the number of such cases; absent if
   * none was judged, and in reports of earlier versions.
   */
  readonly circumstances?: CountedCircumstances;
  readonly findings: readonly ReportFinding[];
  /** For the gate: the indexes in `waivers` of those that expect the findings; null if a finding is not expected. */
  readonly waived: readonly number[] | null;
  /** The sum of the durations of its own exchanges in milliseconds; absent if it sent none, and in reports of earlier versions. */
  readonly ms?: number;
}

/** Whether something is broken there: a MUST or a SHOULD. */
export function isBroken(result: Pick<ReportResult, 'outcome'> | undefined): boolean {
  return result?.outcome === 'failed' || result?.outcome === 'warned';
}

/** What two findings of one requirement must have in common to be the same. */
type Sameness = Pick<ReportFinding, 'kind' | 'parameters' | 'message' | 'pointer' | 'input'>;

/** Whether two findings of one requirement are the same. They are compared by text if one of them has no kind. */
export function saysTheSame(one: Sameness, other: Sameness): boolean {
  if (one.kind === undefined || other.kind === undefined)
    return one.message === other.message && one.pointer === other.pointer;
  if (placeKey({ ...one, kind: one.kind }) !== placeKey({ ...other, kind: other.kind })) return false;
  // A finding of a single case does not say its kind of input.
  return (
    one.input === undefined || other.input === undefined || inputKey(one.input) === inputKey(other.input)
  );
}

/** Outcomes that a reader wants to see first. */
export function isLoud(outcome: ResultOutcome): boolean {
  return outcome === 'failed' || outcome === 'warned' || outcome === 'inconclusive';
}

/** Durations of the complete answers of an operation, from sending to the end, in milliseconds. */
export interface OperationDurations {
  readonly operation: Operation;
  readonly answers: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
  /** The number of answers in each class of durations: those above the previous limit up to this one. */
  readonly histogram: readonly { readonly upTo: number; readonly answers: number }[];
  /** The slowest exchanges, the slowest first. */
  readonly slowest: readonly { readonly exchange: string; readonly ms: number }[];
}

/**
 * The state of a waiver. `active`: an expected failure was found · `expiring`: the same, and it expires within 14 days
 * · `expired`: it expired before the run · `stale`: nothing fails there any more · `mismatched`: something else fails
 * there · `unknown`: it names nothing that is judged · `not-exercised`: the run did not exercise it.
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

/** A waiver and its state. */
export interface ReportWaiver extends Waiver {
  readonly state: WaiverState;
}

/** What the target does where the document leaves it open. */
export interface ReportObservation {
  readonly id: string;
  readonly operation: Operation;
  readonly value: string;
}

/** What was in progress when a target stopped answering in the middle of a run: a suspicion, which decides nothing. */
export interface ReportStop {
  /** How many requests were in progress. */
  readonly requests: number;
  /** The most likely first: requests with something wrong come before valid ones. At most eight. */
  readonly candidates: readonly {
    /** The requirement for which it was sent. */
    readonly requirement: string;
    readonly operation: Operation;
    /** Display text: what is wrong with it, if anything. */
    readonly request: string;
    readonly exchange: string;
    /** ISO 8601, to find it in the log of the target. */
    readonly sentAt: string;
    /** The command that sends it again. */
    readonly replay: string;
  }[];
}

/** Results by outcome, and the cases and exchanges behind them. */
export type ReportCounts = Readonly<Record<ResultOutcome | 'exchanges' | 'cases', number>>;

/** The content of report.json, computed deterministically from a journal. Times are ISO 8601. */
export interface Report
  extends Pick<RunHeader, 'schemaVersion' | 'suite' | 'document' | 'profile' | 'target'> {
  readonly run: Omit<RunHeader['run'], 'only'> & {
    readonly startedAt: string;
    /** Null if the run did not end. */
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
    /** The kind of each cause, in the same order; absent in reports of earlier versions. */
    readonly causeKinds?: readonly string[];
  };
  readonly counts: ReportCounts;
  readonly results: readonly ReportResult[];
  readonly observations: readonly ReportObservation[];
  /** In the order of the waiver file. */
  readonly waivers: readonly ReportWaiver[];
  /** The software that named itself in the headers of the first responses; absent if none did. */
  readonly software?: readonly string[];
  /** Present if the target stopped answering while requests were in progress. */
  readonly targetStop?: ReportStop;
  /** By operation, of the exchanges that were kept; absent in reports of earlier versions. */
  readonly durations?: readonly OperationDurations[];
}
