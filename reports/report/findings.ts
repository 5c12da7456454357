import { compareIds } from '../../journal/compare-ids.ts';
import { type Finding, findingKey } from '../../journal/finding.ts';
import type { ReportFinding } from './report.ts';

/** The most exchanges listed for a finding. */
const keptExchanges = 20;

/** Findings with the same content and place; the group does not depend on the order of lines. */
export interface FindingGroup extends Omit<Finding, 'expected' | 'actual' | 'exchanges' | 'shrunk'> {
  expected: string;
  actual: string;
  shrunk: boolean;
  /** The first twenty, in order. */
  exchanges: string[];
  affected: number;
  /** The requirements whose cases showed it. */
  readonly shownBy: Set<string>;
}

/** The groups of one requirement on one operation. */
export type FindingGroups = Map<string, FindingGroup>;

/** Adds a finding in `affected` answers, from a case of the requirement `shownBy`. */
export function addFinding(groups: FindingGroups, finding: Finding, shownBy?: string, affected = 1): void {
  const key = findingKey(finding);
  const exchanges = first(finding.exchanges);
  const group = groups.get(key);
  if (group === undefined) {
    const sources = new Set(shownBy === undefined ? [] : [shownBy]);
    const shrunk = finding.shrunk === true;
    groups.set(key, { ...finding, shrunk, exchanges, affected, shownBy: sources });
    return;
  }
  // Show the values of the first affected exchange.
  if (comesBefore({ ...finding, exchanges }, group)) {
    group.expected = finding.expected;
    group.actual = finding.actual;
  }
  group.exchanges = first([...group.exchanges, ...finding.exchanges]);
  group.affected += affected;
  if (finding.shrunk === true) group.shrunk = true;
  if (shownBy !== undefined) group.shownBy.add(shownBy);
}

/**
 * Adds groups of a comparison that includes what single cases compared: an answer found both ways is one answer, and the
 * cases are what shows it.
 */
export function mergeGroups(groups: FindingGroups, compared: FindingGroups): void {
  for (const [key, group] of compared) {
    const known = groups.get(key);
    if (known === undefined) {
      groups.set(key, group);
      continue;
    }
    known.exchanges = first([...known.exchanges, ...group.exchanges]);
    known.affected = Math.max(known.affected, group.affected);
  }
}

type ShownFirst = Pick<Finding, 'expected' | 'actual' | 'exchanges'>;

function comesBefore(one: ShownFirst, other: ShownFirst): boolean {
  // A finding that was only counted has no exchange to show.
  if ((one.exchanges.length === 0) !== (other.exchanges.length === 0)) return other.exchanges.length === 0;
  const order = compareIds(one.exchanges[0] ?? '', other.exchanges[0] ?? '');
  if (order !== 0) return order < 0;
  return JSON.stringify([one.expected, one.actual]) < JSON.stringify([other.expected, other.actual]);
}

function first(exchanges: readonly string[]): string[] {
  return [...new Set(exchanges)].sort(compareIds).slice(0, keptExchanges);
}

/**
 * The groups as a report lists them: first those shrunk to a minimal request, then by their first exchange.
 * @param judged the number of answers judged for the requirement
 */
export function reportedFindings(
  groups: FindingGroups,
  judged: number,
  replay: (group: FindingGroup) => string,
): ReportFinding[] {
  return [...groups]
    .sort(([aKey, a], [bKey, b]) => {
      const bySize = Number(b.shrunk) - Number(a.shrunk);
      if (bySize !== 0) return bySize;
      return compareIds(a.exchanges[0] ?? '', b.exchanges[0] ?? '') || compareIds(aKey, bKey);
    })
    .map(([, group]) => reported(group, judged, replay(group)));
}

function reported(group: FindingGroup, judged: number, replay: string): ReportFinding {
  const { kind, place, header, parameters, shrunk, affected } = group;
  const { message, pointer, expected, actual, exchanges } = group;
  const answers = judged === 0 ? 0 : Math.max(affected, judged);
  return {
    kind,
    place,
    ...(header === undefined ? {} : { header }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(shrunk ? { shrunk } : {}),
    affected,
    judged: answers,
    message,
    pointer,
    expected,
    actual,
    exchanges,
    rate: answers === 0 ? 'every request' : `${affected} of ${answers}`,
    replay,
  };
}
