import type { AttemptLine, CaseLine } from '../../journal/case-line.ts';
import { groupBy } from '../../journal/group-by.ts';
import { caseIdOf } from '../replay/evidence.ts';
import { sameRequirement } from '../replay/replay-command.ts';
import { exampleRole } from './example-role.ts';
import { inTurns } from './in-turns.ts';
import type { Report, ReportStop } from './report.ts';

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

/** Finds the requests that were in progress when a target stopped answering; cases may come in any order. */
export interface StopSearch {
  take(line: CaseLine): void;
  /**
   * What was in progress at the last answer; undefined if the target had not stopped, or nothing was in progress.
   * @param isGone whether the target did not answer at the end of the run
   */
  found(isGone: boolean, run: Report['run']): ReportStop | undefined;
}

/**
 * A target that ends of a request resets the connections of all requests in progress and refuses those that follow. So
 * these requests, and no others, can have been the cause. It is a suspicion: nothing is judged by it (rulings 26 and 38).
 */
export function createStopSearch(): StopSearch {
  let answeredAt: number | undefined;
  let refused: number[] = [];
  let unanswered: Unanswered[] = [];
  const forget = (): void => {
    const last = answeredAt ?? Number.NEGATIVE_INFINITY;
    refused = refused.filter((at) => at > last);
    unanswered = unanswered.filter(({ until }) => until >= last - readLateMs);
  };
  return {
    take(line) {
      const settled = new Set(line.attempts.filter(isAnswered).map(({ ordinal }) => ordinal));
      const seen = new Set<number>();
      for (const attempt of line.attempts) {
        const { at, endedAt, exchange, ordinal, cameBack } = attempt;
        if (at === undefined || endedAt === undefined || caseIdOf(exchange) !== line.id) continue;
        if (isAnswered(attempt)) answeredAt = Math.max(answeredAt ?? 0, endedAt);
        else if (cameBack?.failure === 'refused') refused.push(endedAt);
        else if (!settled.has(ordinal) && !seen.has(ordinal))
          unanswered.push({ line, exchange, from: at, until: endedAt });
        seen.add(ordinal);
      }
      if (refused.length > remembered || unanswered.length > remembered) forget();
    },
    found(isGone, run) {
      forget();
      if (answeredAt === undefined || (refused.length === 0 && !isGone)) return undefined;
      const stoppedBy = refused.length === 0 ? answeredAt : Math.min(...refused);
      const inProgress = unanswered.filter(({ from }) => from <= stoppedBy);
      const chosen = inProgress.length > 0 ? inProgress : firstOf(unanswered);
      return chosen.length === 0 ? undefined : stopOf(chosen, run);
    },
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

function stopOf(inProgress: readonly Unanswered[], run: Report['run']): ReportStop {
  return {
    requests: inProgress.length,
    candidates: byLikelihood(inProgress)
      .slice(0, namedAtMost)
      .map(({ line, exchange, from }) => ({
        requirement: line.requirement,
        operation: line.operation,
        request: exampleRole(line, exchange),
        exchange,
        sentAt: new Date(from).toISOString(),
        replay: sameRequirement(run, exchange),
      })),
  };
}

/** Requests of different requirements take turns: those of one are similar, so one of them stands for the others. */
function byLikelihood(requests: readonly Unanswered[]): Unanswered[] {
  const sorted = [...requests].sort(
    (one, other) => one.from - other.from || (one.exchange < other.exchange ? -1 : 1),
  );
  return ranks.flatMap((rank) => {
    const ofRank = sorted.filter((request) => rankOf(request) === rank);
    return inTurns([...groupBy(ofRank, ({ line }) => line.requirement).values()]);
  });
}

const ranks = [0, 1, 2] as const;

/** Valid requests, which were answered many times before, come last. */
function rankOf({ line, exchange }: Unanswered): (typeof ranks)[number] {
  const { wrong, credential, attempts } = line;
  if (attempts.find((attempt) => attempt.exchange === exchange)?.role === 'control') return 2;
  return wrong === 'valid' && credential === 'valid' ? 1 : 0;
}
