import type { Operation } from '../requirements/requirement.ts';
import type { Waiver } from '../settings/waiver.ts';
import { attemptSummary } from './attempt-summary.ts';
import type { CaseLine } from './case-line.ts';
import type { Judgement } from './judgement.ts';
import type { ReasonKind } from './reason.ts';
import type { CaseRecord } from './record.ts';
import type { RunInputs } from './run-inputs.ts';
import type { SumLine } from './sum-line.ts';
import type { TargetFacts } from './target-facts.ts';

/** The version of the journal format; folders of version 1 are upgraded when they are read. */
export const journalSchemaVersion = 2;

/** The first line: what was run. Times are ISO 8601. */
export interface RunHeader {
  readonly type: 'run';
  readonly schemaVersion: number;
  readonly suite: { readonly name: string; readonly version: string };
  readonly document: { readonly sha256: string };
  readonly profile: string;
  readonly target: { readonly kind: 'reference' | 'target'; readonly baseUrl: string };
  readonly run: {
    readonly seed: string;
    readonly nonce: string;
    readonly effort: string;
    /** Cases of a soak run. */
    readonly cases?: number;
    /** Whether no request looks like those of this suite. */
    readonly disguise?: true;
    /** Why the run of a certificate was not disguised. */
    readonly undisguised?: string;
    /** The User-Agent of every request, if it was fixed. */
    readonly userAgent?: string;
    readonly shard: string | null;
    readonly only: string | null;
  };
  readonly startedAt: string;
}

/** What the preflight learned; judges see it in the facts of each case. */
export interface PreflightLine {
  readonly type: 'preflight';
  readonly facts: TargetFacts;
  /** Absent in journals of earlier versions. */
  readonly inputs?: RunInputs;
}

/** A copy of the waivers of the run; there is no such line if there are none. */
export interface WaiversLine {
  readonly type: 'waivers';
  readonly waivers: readonly Waiver[];
}

/** The judgement of a case during the run; anyone can judge the case again and compare. */
export interface JudgementLine extends Judgement {
  readonly type: 'judgement';
  readonly case: string;
}

/** How a check ended: `done`, or why it was not exercised. */
export interface CheckLine {
  readonly type: 'check';
  readonly requirement: string;
  readonly operation: Operation;
  /** The partition of a soak that this line ends. */
  readonly partition?: number;
  readonly state: 'done' | 'not-exercised' | 'inconclusive' | 'error';
  /** Display text; null if it was done. */
  readonly reason: string | null;
  readonly kind?: ReasonKind;
}

/** Why a run could not begin or go on, or lost one of its processes. */
export interface RunFailure {
  /** The exit status: wrong usage, no verdict, or a failure of the suite. */
  readonly status: 2 | 3 | 4;
  /** Sentences, the most important first. */
  readonly causes: readonly string[];
}

/** The last line; a journal without it is incomplete. */
export interface Footer {
  readonly type: 'footer';
  readonly finishedAt: string;
  readonly ended: 'complete' | 'interrupted';
  /** Present if the run could not begin or go on, or lost one of its processes. */
  readonly failure?: RunFailure;
  /** Set if no operation responded to the final liveness check. */
  readonly targetGone?: true;
  /**
   * Operations that stopped responding during the run and did not respond to the final liveness check while others did,
   * with the exchanges that show it; absent if there are none.
   */
  readonly stopped?: Partial<Readonly<Record<Operation, readonly string[]>>>;
  readonly exchanges: { readonly count: number; readonly sha256: string };
}

export type JournalLine =
  | RunHeader
  | PreflightLine
  | WaiversLine
  | CaseLine
  | JudgementLine
  | CheckLine
  | SumLine
  | Footer;

export function caseLine(record: CaseRecord): CaseLine {
  const { attempts, ...rest } = record;
  return {
    type: 'case',
    ...rest,
    attempts: attempts.map(({ exchange, ...place }) => ({
      ...place,
      exchange: exchange.id,
      ...attemptSummary(exchange),
    })),
  };
}
