import type { CheckLine } from '../journal/journal-line.ts';
import { type Reason, reasonOf } from '../journal/reason.ts';
import { preflightReason } from '../journal/target-facts.ts';
import { definitionOf } from '../operations/operations.ts';
import { requirement as entry, needsOf } from '../requirements/catalogue.ts';
import type { Check } from './check.ts';
import { createConductor } from './create-conductor.ts';
import { OperationGivenUp } from './health.ts';
import { missingNeed } from './needs.ts';
import type { JudgedCase, Session } from './session.ts';

/** How conducting a check ended, and the cases to show of it. */
export interface CheckResult {
  readonly state: CheckLine['state'];
  readonly reason: string | null;
  /** The first case and up to a thousand cases with findings. */
  readonly shown: readonly JudgedCase[];
  readonly cases: number;
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
  let cases = 0;
  let skipped: Reason | undefined;
  const onCase = (judged: JudgedCase): void => {
    cases += 1;
    if (cases === 1 || (judged.judgement.findings.length > 0 && shown.length < shownAtMost))
      shown.push(judged);
  };
  const end = (state: CheckLine['state'], reason?: Reason): CheckResult => {
    const { requirement, operation } = check;
    const why = reason === undefined ? { reason: null } : { reason: reason.text, kind: reason.kind };
    journal.line({ type: 'check', requirement, operation, state, ...why });
    journal.flush();
    return { state, reason: why.reason, shown, cases };
  };

  const requirement = entry(check.requirement);
  const missing = needsOf(requirement, check.operation)
    .map((need) => missingNeed(need, session.facts))
    .find((reason) => reason !== undefined);
  const placeholderServes =
    definitionOf(check.operation).placeholder(session.facts) === 'rejected' &&
    requirement.answers?.includes('success') !== true;
  // Whoever lets in what has expired breaks the document, whether or not it was valid before.
  const isSentAnyway = placeholderServes || missing?.kind === 'expired-token-unshown';
  if (missing !== undefined && !isSentAnyway) return end('not-exercised', missing);
  const unready = preflightReason(session.facts.operations[check.operation]);
  if (unready !== undefined) return end('inconclusive', unready);

  let givenUp: Reason | undefined;
  const conductor = createConductor(session, check, {
    onCase,
    notExercised(reason) {
      skipped = reason;
    },
    giveUp(reason) {
      givenUp = reason;
    },
  });
  try {
    await check.conduct(conductor);
  } catch (error) {
    if (error instanceof OperationGivenUp) return end('inconclusive', error.reason);
    end('error', reasonOf('unclassified', error instanceof Error ? error.message : String(error)));
    throw error;
  }
  if (givenUp !== undefined) return end('inconclusive', givenUp);
  const isEmpty = cases === 0 && check.mayBeEmpty !== true;
  const unexercised = missing ?? skipped ?? (isEmpty ? reasonOf('no-case') : undefined);
  return unexercised === undefined ? end('done') : end('not-exercised', unexercised);
}
