import type { Operation } from '../requirements/requirement.ts';
import type { Finding } from './finding.ts';
import type { Judgement, Observation, Undecided } from './judgement.ts';

/** Cases of one requirement whose controls showed the same. */
export interface SummedCases {
  readonly requirement: string;
  readonly control: Judgement['control'];
  readonly body: string | null;
  cases: number;
  readonly judged: Record<string, number>;
}

/** What was found in cases that are not kept one by one; kept cases show the same finding with its exchanges. */
export interface SummedFinding extends Omit<Finding, 'exchanges'> {
  readonly shownBy: string;
  affected: number;
}

/** How the requests of cases fared. */
export interface SummedTraffic {
  /** Requests sent for a case of its own; an exchange that several cases share is one request. */
  requests: number;
  /** Requests as cases see them: a shared one counts in each. */
  seen: number;
  /** Of those seen, how many never got a settled answer. */
  unanswered: number;
  /** Whether each unanswered was a well-formed "not now" (ruling 26). */
  onlyBusy: boolean;
  /** Requests that were answered only when repeated. */
  recovered: number;
}

/**
 * The cases of a soak partition that are not kept one by one, summed up since the line before. It is a checkpoint too: the
 * first `upto` cases of the partition are in the journal then, kept or summed.
 */
export interface SumLine {
  readonly type: 'sum';
  readonly operation: Operation;
  readonly partition: number;
  readonly upto: number;
  /** Exchanges that were sent and judged, and are not kept. */
  readonly exchanges: number;
  readonly cases: readonly SummedCases[];
  readonly findings: readonly SummedFinding[];
  readonly observations: readonly Observation[];
  readonly undecided: readonly Undecided[];
  readonly unanswered: readonly { readonly requirement: string; readonly count: number }[];
  readonly traffic: SummedTraffic;
}
