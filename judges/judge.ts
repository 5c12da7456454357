import type { Judgement, Sink } from '../journal/judgement.ts';
import type { CaseRecord } from '../journal/record.ts';
import type { TargetFacts } from '../journal/target-facts.ts';
import type { Profile } from '../profiles/profile.ts';
import type { Requirement } from '../requirements/requirement.ts';
import type { Exchange } from '../wire/exchange.ts';

/** What a judge knows besides the record: the requirement the case was made for, and the target's profile. */
export interface JudgeContext {
  readonly requirement: Requirement;
  readonly profile: Profile;
}

/** A synchronous pure function: no clock, no randomness, no I/O. */
export type Judge = (record: CaseRecord, context: JudgeContext) => Judgement;

/** How the answers of an operation are compared with each other, in one case or over a whole run (ruling 40). */
export interface Comparison<Said extends { readonly exchange: string }> {
  /** The requirements that it judges. */
  readonly requirements: readonly string[];
  /** What an answer says that others must agree with; undefined if it says nothing. */
  readonly read: (exchange: Exchange) => Said | undefined;
  /** Compares what `read` returned, in the order given; takes time in proportion to their number. */
  compare(sink: Sink, all: readonly Said[], facts?: TargetFacts): void;
  /** Only valid requests that a MUST is about are compared; others may be rejected for a reason of their own. */
  readonly ofValidAlone?: true;
}
