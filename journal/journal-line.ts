import type { Operation } from '../requirements/requirement.ts';
import type { Waiver } from '../settings/waiver.ts';
import type { Judgement } from './judgement.ts';
import type { ReasonKind } from './reason.ts';
import type { CaseRecord, Role } from './record.ts';
import type { SumLine } from './sum-line.ts';
import type { TargetFacts } from './target-facts.ts';

/** The version of the journal's form; folders of version 1 are upgraded as they are read. */
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
    readonly shard: string | null;
    readonly only: string | null;
  };
  readonly startedAt: string;
}

/** What preflight learned; judges get it through the facts of each case. */
export interface PreflightLine {
  readonly type: 'preflight';
  readonly facts: TargetFacts;
}

/** The waivers that the run was given, as they stood in their file; there is no such line where none were. */
export interface WaiversLine {
  readonly type: 'waivers';
  readonly waivers: readonly Waiver[];
}

/** A case record with its exchanges by id. */
export interface CaseLine extends Omit<CaseRecord, 'attempts'> {
  readonly type: 'case';
  readonly attempts: readonly {
    readonly role: Role;
    readonly ordinal: number;
    readonly attempt: number;
    readonly exchange: string;
  }[];
}

/** What the judge said of a case during the run; anyone can judge the case again and compare. */
export interface JudgementLine extends Judgement {
  readonly type: 'judgement';
  readonly case: string;
}

/** How the conducting of a check ended: `done`, or why it was not exercised. */
export interface CheckLine {
  readonly type: 'check';
  readonly requirement: string;
  readonly operation: Operation;
  /** The partition of a soak whose end it is. */
  readonly partition?: number;
  readonly state: 'done' | 'not-exercised' | 'inconclusive' | 'error';
  /** Display text; null where it was done. */
  readonly reason: string | null;
  readonly kind?: ReasonKind;
}

/** The last line; a journal without it is incomplete. */
export interface Footer {
  readonly type: 'footer';
  readonly finishedAt: string;
  readonly ended: 'complete' | 'interrupted';
  /** Set where the target was asked once more at the end, and nothing answered on any operation. */
  readonly targetGone?: true;
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
    attempts: attempts.map(({ exchange, ...place }) => ({ ...place, exchange: exchange.id })),
  };
}
