import type { CheckLine } from '../journal/journal-line.ts';
import { type Reason, reasonOf } from '../journal/reason.ts';
import { preflightReason } from '../journal/target-facts.ts';
import { definitionOf } from '../operations/operations.ts';
import { requirement as entry, needsOf } from '../requirements/catalogue.ts';
import { createExecuteBodies } from '../settings/execute-bodies.ts';
import type { Check } from './check.ts';
import { type Conducting, createRun, type Noted } from './create-run.ts';
import { OperationGivenUp } from './health.ts';
import { liveCases } from './live-cases.ts';
import { missingNeed } from './needs.ts';
import { type Driven, drive } from './play.ts';
import type { JudgedCase, Session } from './session.ts';

/** How conducting a check ended, and the cases to show of it. */
export interface CheckResult {
  readonly state: CheckLine['state'];
  readonly reason: string | null;
  /** The first case and up to a thousand cases with findings. */
  readonly shown: readonly JudgedCase[];
}

/** How many cases with findings are returned per check; the journal holds all of them. */
const shownAtMost = 1_000;

/**
 * Conducts a check and judges each case as it ends. Everything goes to the journal, which is flushed before this
 * returns. Never throws because of the target: an exception is a defect of the suite.
 */
export async function runCheck(session: Session, check: Check): Promise<CheckResult> {
  const { journal } = session;
  const shown: JudgedCase[] = [];
  const known = session.bodies.known();
  const bodies = createExecuteBodies(session.bodies.bodies, known, session.bodies);
  const begun = {
    known: definitionOf(check.operation).validControl === 'last' ? known : undefined,
    hasIdle: session.idleLines.has(check.operation) || undefined,
  };
  const onCase = (judged: JudgedCase): void => {
    if (shown.length === 0 || (judged.judgement.findings.length > 0 && shown.length < shownAtMost))
      shown.push(judged);
  };
  const write = (end: CheckEnd): void => {
    const { requirement, operation } = check;
    journal.line({ type: 'check', requirement, operation, ...end, ...begun });
    journal.flush();
  };
  const live = liveCases({ ...session, bodies }, check, onCase);
  const end = await conductCheck(session, check, live).catch((error: unknown) => {
    write(endOf('error', reasonOf('unclassified', error instanceof Error ? error.message : String(error))));
    throw error;
  });
  write(end);
  return { state: end.state, reason: end.reason, shown };
}

/** How a check ended. */
export type CheckEnd = Pick<CheckLine, 'state' | 'reason' | 'kind'>;

function endOf(state: CheckLine['state'], reason?: Reason): CheckEnd {
  return reason === undefined ? { state, reason: null } : { state, reason: reason.text, kind: reason.kind };
}

/** Conducts a check in a run, or in the record of one. */
export async function conductCheck(driven: Driven, check: Check, conducting: Conducting): Promise<CheckEnd> {
  const { facts } = conducting;
  const requirement = entry(check.requirement);
  const missing = needsOf(requirement, check.operation)
    .map((need) => missingNeed(need, facts))
    .find((reason) => reason !== undefined);
  const placeholderServes =
    definitionOf(check.operation).placeholder(facts) === 'rejected' &&
    requirement.answers?.includes('success') !== true;
  // Whoever lets in what has expired breaks the document, whether or not it was valid before.
  const isSentAnyway = placeholderServes || missing?.kind === 'expired-token-unshown';
  if (missing !== undefined && !isSentAnyway) return endOf('not-exercised', missing);
  const unready = preflightReason(facts.operations[check.operation]);
  if (unready !== undefined) return endOf('inconclusive', unready);

  const noted: Noted = { cases: 0 };
  try {
    await drive(driven, check.cases(createRun(conducting, check, noted)));
  } catch (error) {
    if (!(error instanceof OperationGivenUp)) throw error;
    noted.givenUp = error.reason;
  }
  const { cases, skipped, givenUp } = noted;
  if (givenUp !== undefined) return endOf('inconclusive', givenUp);
  const isEmpty = cases === 0 && check.mayBeEmpty !== true;
  const unexercised = missing ?? skipped ?? (isEmpty ? reasonOf('no-case') : undefined);
  return unexercised === undefined ? endOf('done') : endOf('not-exercised', unexercised);
}
