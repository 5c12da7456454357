import type { CircumstanceKind } from '../journal/circumstances.ts';
import type { Judge } from '../judges/judge.ts';
import type { Operation } from '../requirements/requirement.ts';
import type { Conductor } from './conductor.ts';
import type { Steps } from './steps.ts';

/** What an ordinary client does once: one request or a few, with a pause behind each. */
export type Scenario = (pause: () => Steps) => Steps;

/** A check as far as its cases are judged: its requirement and operation, its judge, and the version of that. */
export interface JudgedCheck {
  readonly requirement: string;
  readonly operation: Operation;
  readonly version: number;
  readonly judge: Judge;
}

/** One requirement on one operation: what to send, and how to judge the result. */
export interface Check extends JudgedCheck {
  readonly cases: (conductor: Conductor) => Steps<unknown>;
  /** Circumstances that its cases cover by what they are, besides those that are drawn for each request. */
  readonly over?: readonly CircumstanceKind[];
  /** No client is drawn for its requests: what precedes them on their connection is their subject. */
  readonly isUndrawn?: true;
  /** Nothing else of its operation is in progress meanwhile: what came before is its subject, or it uses up what others need. */
  readonly isAlone?: true | 'unless-bodies-are-reusable';
  /** It also opens the connections that are left idle until the last check of its operation. */
  readonly opensIdle?: true;
  /** A soak partition may hold no cases; any other check without cases is not exercised. */
  readonly mayBeEmpty?: true;
}

/** What ordinary clients do with an operation, mistakes included; a disguised run begins with it. */
export interface ScenarioCheck extends JudgedCheck {
  readonly scenarios: (conductor: Conductor) => Steps<readonly Scenario[]>;
}

/** The id of a check, which is also the prefix of its case ids. */
export function checkId(check: Pick<Check, 'requirement' | 'operation'>): string {
  return `${check.requirement}@${check.operation}`;
}

/** The id of the check that recorded a case. */
export function checkIdOf(caseId: string): string {
  return caseId.slice(0, caseId.lastIndexOf('/'));
}
