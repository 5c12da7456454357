import type { Judgement } from '../journal/judgement.ts';
import type { CaseRecord } from '../journal/record.ts';
import type { Profile } from '../profiles/profile.ts';
import type { Operation, Requirement } from '../requirements/requirement.ts';
import type { Conductor } from './conductor.ts';

/** What a judge knows besides the record: the requirement the case was made for, and what the target's class promises. */
export interface JudgeContext {
  readonly requirement: Requirement;
  readonly profile: Profile;
}

/** A synchronous pure function: no clock, no randomness, no input or output. */
export type Judge = (record: CaseRecord, context: JudgeContext) => Judgement;

/** One requirement on one operation: what to send, and how to judge what came of it. `version` is the judge's. */
export interface Check {
  readonly requirement: string;
  readonly operation: Operation;
  readonly version: number;
  readonly conduct: (conductor: Conductor) => Promise<void>;
  readonly judge: Judge;
  /** A partition of a soak may hold no cases; any other check without one was not exercised. */
  readonly mayBeEmpty?: true;
}
