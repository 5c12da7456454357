import { caseIdOf } from '../../engine/check.ts';
import type { AttemptLine, CaseLine } from '../../journal/case-line.ts';
import { attemptOf } from '../../journal/finding-source.ts';
import { groupBy, inTurns } from '../../journal/group-by.ts';
import { sameRequirement } from '../replay/replay-command.ts';
import type { Report, ReportStop } from './report.ts';
import { exampleRole } from './request-text.ts';

/** How many requests are named at most: where many were in progress, none of them is likely. */
const namedAtMost = 8;

/**
 * How much earlier than the last answer a request may have failed and still count as in progress, in milliseconds: another
 * process may have read an answer late.
 */
const readLateMs = 250;

/** How many requests are remembered before those that failed long before the last answer are dropped. */
const remembered = 2_000;

/** An unanswered request, and when it was in progress. */
interface Unanswered {
  readonly line: CaseLine;
  readonly exchange: string;
  readonly from: number;
  readonly until: number;
}

/** What a search for the requests at which a target stopped remembers; cases may come in any order. */
export interface StopSearch {
  answeredAt?: number;
  refused: number[];
  unanswered: Unanswered[];
}

/**
 * Adds a case. A target that ends of a request resets the connections of all requests in progress and refuses those that
 * follow. So these requests, and no others, can have been the cause. It is a suspicion: nothing is judged by it (rulings 26
 * and 38).
 */
export function addToStop(stop: StopSearch, line: CaseLine): void {
  const settled = new Set(line.attempts.filter(isAnswered).map(({ ordinal }) => ordinal));
  const seen = new Set<number>();
  for (const attempt of line.attempts) {
    const { at, endedAt, exchange, ordinal, cameBack } = attempt;
    if (at === undefined || endedAt === undefined || caseIdOf(exchange) !== line.id) continue;
    if (isAnswered(attempt)) stop.answeredAt = Math.max(stop.answeredAt ?? 0, endedAt);
    else if (cameBack?.failure === 'refused') stop.refused.push(endedAt);
    else if (!settled.has(ordinal) && !seen.has(ordinal))
      stop.unanswered.push({ line, exchange, from: at, until: endedAt });
    seen.add(ordinal);
  }
  if (stop.refused.length > remembered || stop.unanswered.length > remembered) forget(stop);
}

function forget(stop: StopSearch): void {
  const last = stop.answeredAt ?? Number.NEGATIVE_INFINITY;
  stop.refused = stop.refused.filter((at) => at > last);
  stop.unanswered = stop.unanswered.filter(({ until }) => until >= last - readLateMs);
}

/**
 * What was in progress at the last answer; undefined if the target had not stopped, or nothing was in progress.
 * @param isGone whether the target did not answer at the end of the run
 */
export function stopFound(stop: StopSearch, isGone: boolean, run: Report['run']): ReportStop | undefined {
  forget(stop);
  const { answeredAt, refused, unanswered } = stop;
  if (answeredAt === undefined || (refused.length === 0 && !isGone)) return undefined;
  const stoppedBy = refused.length === 0 ? answeredAt : Math.min(...refused);
  const inProgress = unanswered.filter(({ from }) => from <= stoppedBy);
  const chosen = inProgress.length > 0 ? inProgress : firstOf(unanswered);
  if (chosen.length === 0) return undefined;
  const candidates = byLikelihood(chosen).slice(0, namedAtMost);
  return {
    requests: chosen.length,
    candidates: candidates.map(({ line, exchange, from }) => ({
      requirement: line.requirement,
      operation: line.operation,
      request: exampleRole(line, exchange),
      exchange,
      sentAt: new Date(from).toISOString(),
      replay: sameRequirement(run, exchange),
    })),
  };
}

function isAnswered({ cameBack }: AttemptLine): boolean {
  return cameBack?.status !== undefined;
}

/** If nothing was in progress at the last answer: the first request that failed, and those in progress with it. */
function firstOf(unanswered: readonly Unanswered[]): readonly Unanswered[] {
  const [first] = [...unanswered].sort((one, other) => one.from - other.from);
  return first === undefined ? [] : unanswered.filter(({ from }) => from <= first.until);
}

/** Requests of different requirements take turns: those of one are similar, so one of them stands for the others. */
function byLikelihood(requests: readonly Unanswered[]): Unanswered[] {
  const sorted = [...requests].sort(
    (one, other) => one.from - other.from || (one.exchange < other.exchange ? -1 : 1),
  );
  return [0, 1, 2].flatMap((rank) => {
    const ofRank = sorted.filter((request) => rankOf(request) === rank);
    return inTurns([...groupBy(ofRank, ({ line }) => line.requirement).values()]);
  });
}

/** Valid requests, which were answered many times before, come last. */
function rankOf({ line, exchange }: Unanswered): number {
  if (attemptOf(line, exchange)?.role === 'control') return 2;
  return line.wrong === 'valid' && line.credential === 'valid' ? 1 : 0;
}

/** What to do about it, for every form of the report. */
export const stopRemedy =
  'see the log of the target at that time, or start it again and send these requests again; the rest of the run needs a target that stays up';

/** That requests were in progress when the target stopped answering, and what follows from that. */
export function stopText({ requests, candidates }: ReportStop): string {
  if (requests === 1)
    return 'The target stopped answering while this request was in progress. It may be the cause; nothing is judged by that.';
  const which =
    requests === candidates.length
      ? `these ${requests} requests were`
      : `${requests} requests were, of which the most likely are shown,`;
  return `The target stopped answering while ${which} in progress. One of them may be the cause; nothing is judged by that.`;
}
