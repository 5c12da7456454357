import { answersWanted } from '../../engine/check.ts';
import type { CheckLine } from '../../journal/journal-line.ts';
import { type Reason, reasonOf } from '../../journal/reason.ts';
import { requirement as entry, needsOf } from '../../requirements/catalogue.ts';
import type { AnswerKind, Level, Operation } from '../../requirements/requirement.ts';
import { isSelected } from '../../settings/selection.ts';
import type { OperationOutage, Selection } from './outages.ts';
import type { ReportResult, ResultOutcome } from './report.ts';
import type { Tally } from './tally.ts';

/** The input for the outcome of one requirement on one operation. */
interface Basis {
  readonly requirement: string;
  readonly operation: Operation;
  readonly level: Level;
  /** The kinds of answer allowed by the profile; undefined if the requirement does not restrict them. */
  readonly allowed: readonly AnswerKind[] | undefined;
  readonly counted: ReturnType<Tally['result']>;
  readonly observed: boolean;
  readonly outage: OperationOutage | undefined;
  readonly acceptedBodies: readonly string[];
  /** Why the check of the operation's success, which sends the valid requests that come last, decided nothing; if so. */
  readonly successUndecided: Reason | undefined;
  readonly selection: Selection;
}

export type Decided = Pick<ReportResult, 'outcome' | 'reason' | 'reasonKind' | 'answersJudged'>;

/** An outcome and, if any, its reason. */
function decided(outcome: ResultOutcome, answersJudged: number, reason?: Reason): Decided {
  return {
    outcome,
    reason: reason?.text ?? null,
    reasonKind: reason?.kind,
    answersJudged,
  };
}

/** The outcome of one requirement on one operation. Findings count first, then reasons for not judging. */
export function decide(basis: Basis): Decided {
  const { level, counted, observed, outage } = basis;
  const { check, judged } = counted;
  const isBroken = Object.keys(counted.findings).length > 0;
  if (isBroken && level === 'MUST') return decided('failed', judged);
  if (isBroken && level === 'SHOULD') return decided('warned', judged);
  if (check?.state === 'error')
    return decided('inconclusive', judged, reasonOf('suite-failed', check.reason ?? 'no reason given'));
  if (isSkipped(basis) && !(level === 'OPEN' && observed))
    return decided(
      'not-exercised',
      judged,
      reasonOf(basis.selection.incomplete && isMeant(basis) ? 'run-ended' : 'not-selected'),
    );
  const [undecided] = Object.entries(counted.undecided).sort(([a], [b]) => (a < b ? -1 : 1));
  // What a case says is more exact than that the operation was not answered.
  if (outage !== undefined && outage.breach === undefined && undecided !== undefined)
    return decided('inconclusive', judged, undecided[1]);
  if (outage !== undefined) return decided('inconclusive', judged, outage.reason);
  if (level === 'OPEN' && (observed || check?.state === 'done')) return decided('observed', judged);
  // A requirement on every answer of a kind is also judged on answers in other checks. Pages of a handful of users are
  // no evidence, wherever they were read (ruling 37).
  const seenElsewhere =
    basis.allowed === undefined &&
    judged > 0 &&
    check?.state === 'not-exercised' &&
    check.kind !== 'too-few-users';
  if (check !== undefined && check.state !== 'done' && !seenElsewhere && !hasOwnExpired(basis))
    return decided(check.state, judged, reasonOfCheck(check));
  if (undecided !== undefined) return decided('inconclusive', judged, undecided[1]);
  if (counted.unanswered > 0)
    return decided('inconclusive', judged, reasonOf('requests-unanswered', counted.unanswered));
  return byAnswers(basis);
}

/** Without an expired token from outside, a token of the run may have been used before and after its end (ruling 42). */
function hasOwnExpired({ requirement, operation, counted, acceptedBodies }: Basis): boolean {
  return (
    needsOf(entry(requirement), operation).includes('expired-token') &&
    counted.check?.state === 'not-exercised' &&
    counted.own.some((cases) => cases.judged > 0 && isConfirmed(cases, acceptedBodies))
  );
}

/** Why a check ended without a result. */
export function reasonOfCheck({ kind = 'unclassified', reason }: CheckLine): Reason {
  return { kind, text: reason ?? 'no reason given' };
}

/** Whether it was selected. */
function isMeant({ requirement, operation, selection: { only } }: Basis): boolean {
  return only === null || isSelected(only, { requirement, operation });
}

/** Whether its check was not conducted, and no answers of other checks were judged for it. */
function isSkipped(basis: Basis): boolean {
  const { counted, selection } = basis;
  if (counted.check !== undefined) return false;
  if (!isMeant(basis) || selection.incomplete) return true;
  // Partitions of a soak judge requirements whose checks are in another shard.
  const narrowed = selection.only !== null && selection.shard === null;
  return narrowed || counted.judged === 0;
}

/** Ruling 25: a rejection counts only if the same request without its fault succeeded. */
function byAnswers(basis: Basis): Decided {
  const { level, allowed, counted, acceptedBodies, successUndecided, selection } = basis;
  const { own } = counted;
  const notExercised = (
    kind: 'no-fresh-body' | 'no-valid-control' | 'control-not-reached' | 'no-such-answer',
  ): Decided => decided('not-exercised', 0, reasonOf(kind));
  if (
    allowed?.includes('success') === true &&
    own.length > 0 &&
    own.every(({ control }) => control === 'none')
  ) {
    return notExercised('no-fresh-body');
  }
  const refusal = allowed !== undefined && !allowed.includes('success');
  const counting = refusal ? own.filter((cases) => isConfirmed(cases, acceptedBodies)) : own;
  if (own.length > 0 && counting.length === 0) {
    // The valid requests of some operations come last.
    const isPending = own.every(({ control }) => control === 'pending');
    if (isPending && successUndecided !== undefined) return decided('inconclusive', 0, successUndecided);
    return notExercised(isPending && selection.incomplete ? 'control-not-reached' : 'no-valid-control');
  }
  const answersJudged = counting.reduce((sum, { judged }) => sum + judged, counted.judgedElsewhere);
  if (answersJudged === 0) return notExercised('no-such-answer');
  return decided('passed', answersJudged, level === 'OPEN' ? undefined : reach(answersJudged));
}

/**
 * The probability of missing a fault in one of ten answers, in percent rounded up. Undefined if enough answers were
 * judged.
 */
function reach(answersJudged: number): Reason | undefined {
  if (answersJudged >= answersWanted) return undefined;
  return reasonOf('few-answers', answersJudged, 100 - Math.floor(100 * (1 - 0.9 ** answersJudged)));
}

function isConfirmed(
  { control, body }: Basis['counted']['own'][number],
  acceptedBodies: readonly string[],
): boolean {
  return control === 'succeeded' || (control === 'pending' && body !== null && acceptedBodies.includes(body));
}
