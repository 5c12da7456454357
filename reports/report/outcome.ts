import type { AnswerKind, Level, Operation } from '../../requirements/requirement.ts';
import { answersWanted } from '../../session/conductor.ts';
import { isSelected } from '../../settings/selection.ts';
import type { Aggregate, OwnCases } from './aggregate.ts';
import type { OperationOutage } from './operation-outage.ts';
import type { ResultOutcome } from './report.ts';

/** Everything that the outcome of one requirement on one operation follows from. */
export interface Shown {
  readonly requirement: string;
  readonly operation: Operation;
  readonly level: Level;
  /** The kinds of answer allowed under the profile; undefined where the requirement does not say. */
  readonly allowed: readonly AnswerKind[] | undefined;
  readonly aggregate: Aggregate;
  readonly observed: boolean;
  readonly outage: OperationOutage | undefined;
  readonly acceptedBodies: ReadonlySet<string>;
  readonly selection: Selection;
}

/** Which part of the suite the run was meant to go through, and whether it did. */
export interface Selection {
  readonly only: string | null;
  readonly shard: string | null;
  readonly incomplete: boolean;
}

export interface Decided {
  readonly outcome: ResultOutcome;
  readonly reason: string | null;
  readonly answersJudged: number;
}

/** The outcome of one requirement on one operation. What was found counts first, then what kept it from being judged. */
export function decide(shown: Shown): Decided {
  const { level, aggregate, observed, outage } = shown;
  const answersJudged = judgedAnswers(aggregate);
  const decided = (outcome: ResultOutcome, reason: string | null = null): Decided => ({
    outcome,
    reason,
    answersJudged,
  });

  if (aggregate.findings.size > 0 && level === 'MUST') return decided('failed');
  if (aggregate.findings.size > 0 && level === 'SHOULD') return decided('warned');
  const { check } = aggregate;
  if (check?.state === 'error')
    return decided('inconclusive', `the suite failed here: ${check.reason ?? 'no reason given'}`);
  const skipped = notSelected(shown);
  if (skipped !== undefined && !(level === 'OPEN' && observed)) return decided('not-exercised', skipped);
  if (outage !== undefined) return decided('inconclusive', outage.reason);
  if (level === 'OPEN' && (observed || check?.state === 'done')) return decided('observed');
  // A requirement that speaks of every answer of a kind was held against the answers of other checks too.
  const seenElsewhere = shown.allowed === undefined && answersJudged > 0 && check?.state === 'not-exercised';
  if (check !== undefined && check.state !== 'done' && !seenElsewhere)
    return decided(check.state, check.reason ?? 'no reason given');
  const [undecided] = [...aggregate.undecided].sort();
  if (undecided !== undefined) return decided('inconclusive', undecided);
  if (aggregate.unanswered > 0)
    return decided('inconclusive', `${aggregate.unanswered} requests got no settled answer`);
  return byAnswers(shown);
}

/** Held against answers in cases of its own and of others, whether they count as evidence or not. */
export function judgedAnswers({ judgedElsewhere, own }: Aggregate): number {
  return [...own.values()].reduce((sum, { judged }) => sum + judged, judgedElsewhere);
}

/** Why a check without a line of its own was not conducted; undefined where it has one, or is judged on others' answers. */
function notSelected({ requirement, operation, aggregate, selection }: Shown): string | undefined {
  if (aggregate.check !== undefined) return undefined;
  const { only, shard, incomplete } = selection;
  if (only !== null && !isSelected(only, { requirement, operation })) return 'not selected';
  if (incomplete) return 'the run ended before it';
  // The partitions of a soak hold requirements against answers whose checks are in another shard.
  const narrowed = only !== null && shard === null;
  return narrowed || judgedAnswers(aggregate) === 0 ? 'not selected' : undefined;
}

/** Ruling 25: a refusal counts only where the same request without its fault succeeded. */
function byAnswers({ level, allowed, aggregate, acceptedBodies }: Shown): Decided {
  const own = [...aggregate.own.values()];
  const notExercised = (reason: string): Decided => ({ outcome: 'not-exercised', reason, answersJudged: 0 });
  if (
    allowed?.includes('success') === true &&
    own.length > 0 &&
    own.every(({ control }) => control === 'none')
  ) {
    return notExercised('no fresh execute body');
  }
  const refusal = allowed !== undefined && !allowed.includes('success');
  const counting = refusal ? own.filter((cases) => isConfirmed(cases, acceptedBodies)) : own;
  if (own.length > 0 && counting.length === 0)
    return notExercised('no valid control of its requests succeeded');
  const answersJudged = counting.reduce((sum, { judged }) => sum + judged, aggregate.judgedElsewhere);
  if (answersJudged === 0) return notExercised('no answer of the kind it speaks of was seen');
  return { outcome: 'passed', reason: level === 'OPEN' ? null : reach(answersJudged), answersJudged };
}

/**
 * What few answers leave unseen: the probability that a fault in one of ten of them would have shown, in whole percent
 * rounded down. Null where there were enough of them.
 */
function reach(answersJudged: number): string | null {
  if (answersJudged >= answersWanted) return null;
  const percent = Math.floor(100 * (1 - 0.9 ** answersJudged));
  const answers = answersJudged === 1 ? 'answer' : 'answers';
  return `${answersJudged} ${answers} judged: a fault in one of ten is seen with ${percent} %`;
}

function isConfirmed({ control, body }: OwnCases, acceptedBodies: ReadonlySet<string>): boolean {
  return control === 'succeeded' || (control === 'pending' && body !== null && acceptedBodies.has(body));
}
