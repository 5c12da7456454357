import type { Operation } from '../requirements/requirement.ts';
import type { CountedCircumstances } from './circumstances.ts';
import type { Finding } from './finding.ts';
import type { FindingSource } from './finding-source.ts';
import type { Judgement, Observation, Undecided } from './judgement.ts';

/** Cases of one requirement whose controls had the same result. */
export interface SummedCases {
  readonly requirement: string;
  readonly control: Judgement['control'];
  readonly body: string | null;
  cases: number;
  readonly judged: Record<string, number>;
}

/** A finding of cases that are not kept individually; kept cases have the same finding with its exchanges. */
export interface SummedFinding extends Omit<Finding, 'exchanges' | 'sides'> {
  readonly shownBy: string;
  /** Absent in journals of earlier versions. */
  readonly source?: FindingSource;
  affected: number;
}

/** How the requests of cases were answered. */
export interface SummedTraffic {
  /** Requests sent; an exchange that several cases share counts once. */
  requests: number;
  /** Requests as seen by cases: a shared one counts in each. */
  seen: number;
  /** How many of those seen had no usable response in their final attempt. */
  unanswered: number;
  /** Whether each of them was a well-formed "not now" (ruling 26), or met a limit of the suite (ruling 38). */
  onlyBusy: boolean;
  /** Requests that were answered only after a retry. */
  recovered: number;
}

/** The circumstances of cases that were judged for the same requirements. */
export interface SummedCircumstances {
  readonly judged: readonly string[];
  readonly counted: CountedCircumstances;
}

/**
 * The cases of a soak partition that are not kept individually, summed up since the previous such line. It is also a
 * checkpoint: the first `upto` cases of the partition are in the journal, kept or summed up.
 */
export interface SumLine {
  readonly type: 'sum';
  readonly operation: Operation;
  readonly partition: number;
  readonly upto: number;
  /** Exchanges that were sent and judged but are not kept. */
  readonly exchanges: number;
  readonly cases: readonly SummedCases[];
  readonly findings: readonly SummedFinding[];
  readonly observations: readonly Observation[];
  readonly undecided: readonly Undecided[];
  readonly unanswered: readonly { readonly requirement: string; readonly count: number }[];
  readonly traffic: SummedTraffic;
  /** Absent in journals of earlier versions. */
  readonly circumstances?: readonly SummedCircumstances[];
  /** The number of requests by the key of their kind of input; absent in journals of earlier versions. */
  readonly attempts?: Readonly<Record<string, number>>;
}
