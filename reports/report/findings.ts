import { smallestThatFails } from '../../checks/conduct/shrink.ts';
import { compareIds } from '../../journal/compare-ids.ts';
import type { Finding } from '../../journal/judgement.ts';
import type { ReportFinding } from './report.ts';

/** How many exchanges of a finding a report names. */
const keptExchanges = 20;

/** Findings that say the same of the same place; which of them comes first does not depend on the order of lines. */
export interface FindingGroup {
  readonly message: string;
  readonly pointer: string;
  expected: string;
  actual: string;
  /** In order, the first twenty. */
  exchanges: string[];
  affected: number;
  /** The requirements whose cases showed it. */
  readonly shownBy: Set<string>;
}

/** The groups of one requirement on one operation. */
export type FindingGroups = Map<string, FindingGroup>;

type Said = Pick<Finding, 'message' | 'pointer' | 'expected' | 'actual' | 'exchanges'>;

/** Adds what was found in `affected` answers, in a case of the requirement `shownBy`. */
export function addFinding(groups: FindingGroups, finding: Said, shownBy?: string, affected = 1): void {
  const { message, pointer, expected, actual, exchanges } = finding;
  const key = JSON.stringify([pointer, message]);
  const group = groups.get(key);
  if (group === undefined) {
    const sources = new Set(shownBy === undefined ? [] : [shownBy]);
    groups.set(key, {
      message,
      pointer,
      expected,
      actual,
      exchanges: first(exchanges),
      affected,
      shownBy: sources,
    });
    return;
  }
  // What is shown is what the first affected exchange showed.
  if (comesBefore({ expected, actual, exchanges: first(exchanges) }, group)) {
    group.expected = expected;
    group.actual = actual;
  }
  group.exchanges = first([...group.exchanges, ...exchanges]);
  group.affected += affected;
  if (shownBy !== undefined) group.shownBy.add(shownBy);
}

type Shown = Pick<FindingGroup, 'expected' | 'actual' | 'exchanges'>;

function comesBefore(one: Shown, other: Shown): boolean {
  // What was only counted has no exchange to show.
  if ((one.exchanges.length === 0) !== (other.exchanges.length === 0)) return other.exchanges.length === 0;
  const order = compareIds(one.exchanges[0] ?? '', other.exchanges[0] ?? '');
  if (order !== 0) return order < 0;
  return JSON.stringify([one.expected, one.actual]) < JSON.stringify([other.expected, other.actual]);
}

function first(exchanges: readonly string[]): string[] {
  return [...new Set(exchanges)].sort(compareIds).slice(0, keptExchanges);
}

/**
 * The groups as they stand in a report: what was shrunk to its smallest form first, then in the order of their first
 * exchanges.
 * @param judged answers that the requirement was held against
 */
export function reportedFindings(
  groups: FindingGroups,
  judged: number,
  replay: (group: FindingGroup) => string,
): ReportFinding[] {
  return [...groups.values()]
    .sort((a, b) => {
      const bySize = Number(isSmallest(b)) - Number(isSmallest(a));
      if (bySize !== 0) return bySize;
      const byExchange = compareIds(a.exchanges[0] ?? '', b.exchanges[0] ?? '');
      return byExchange || compareIds(a.pointer, b.pointer) || compareIds(a.message, b.message);
    })
    .map((group) => ({
      message: group.message,
      pointer: group.pointer,
      expected: group.expected,
      actual: group.actual,
      exchanges: group.exchanges,
      rate: judged === 0 ? 'every request' : `${group.affected} of ${Math.max(group.affected, judged)}`,
      replay: replay(group),
    }));
}

/** A counterexample that fast-check has shrunk: the one a reader wants to see. */
function isSmallest({ message }: FindingGroup): boolean {
  return message.includes(smallestThatFails);
}
