import type { Judgement } from '../journal/judgement.ts';
import type { CaseRecord } from '../journal/record.ts';
import type { Profile } from '../profiles/profile.ts';
import type { Requirement } from '../requirements/requirement.ts';

/** What a judge knows besides the record: the requirement the case was made for, and the target's profile. */
export interface JudgeContext {
  readonly requirement: Requirement;
  readonly profile: Profile;
}

/** A synchronous pure function: no clock, no randomness, no I/O. */
export type Judge = (record: CaseRecord, context: JudgeContext) => Judgement;
