import type { AttemptSummary } from './attempt-summary.ts';
import type { Attempt, CaseRecord } from './record.ts';

/** An attempt with its exchange by id, and what that says in short; journals of earlier versions lack the latter. */
export interface AttemptLine extends Omit<Attempt, 'exchange'>, Partial<AttemptSummary> {
  readonly exchange: string;
}

/** A case record with its exchanges by id. */
export interface CaseLine extends Omit<CaseRecord, 'attempts'> {
  readonly type: 'case';
  readonly attempts: readonly AttemptLine[];
}
