import type { CircumstanceKind } from '../journal/circumstances.ts';
import type { Judgement } from '../journal/judgement.ts';
import type { CaseRecord } from '../journal/record.ts';
import type { Profile } from '../profiles/profile.ts';
import type { Operation, Requirement } from '../requirements/requirement.ts';
import type { Conductor } from './conductor.ts';

/** What a judge knows besides the record: the requirement the case was made for, and the target's profile. */
export interface JudgeContext {
  readonly requirement: Requirement;
  readonly profile: Profile;
}

/** A synchronous pure function: no clock, no randomness, no I/O. */
export type Judge = (record: CaseRecord, context: JudgeContext) => Judgement;

/** What an ordinary client does once: one request or a few, with a pause behind each. */
export type Errand = (pause: () => Promise<void>) => Promise<void>;

/** One requirement on one operation: what to send, and how to judge the result. `version` is that of the judge. */
export interface Check {
  readonly requirement: string;
  readonly operation: Operation;
  readonly version: number;
  readonly conduct: (conductor: Conductor) => Promise<void>;
  readonly judge: Judge;
  /** Circumstances that its cases cover by what they are, besides those that are drawn for each request. */
  readonly over?: readonly CircumstanceKind[];
  /** No client is drawn for its requests: what precedes them on their connection is their subject. */
  readonly isUndrawn?: true;
  /** Nothing else of its operation is in progress meanwhile: what came before is its subject, or it uses up what others need. */
  readonly isAlone?: true | 'unless-bodies-are-reusable';
  /** What ordinary clients do with the operation, mistakes included; a disguised run begins with it. */
  readonly errands?: (conductor: Conductor) => Promise<readonly Errand[]>;
  /** A soak partition may hold no cases; any other check without cases is not exercised. */
  readonly mayBeEmpty?: true;
}

/** The id of a check, which is also the prefix of its case ids. */
export function checkId(check: Pick<Check, 'requirement' | 'operation'>): string {
  return `${check.requirement}@${check.operation}`;
}
