import type { Finding } from '../harness/judgement.ts';
import { compareIds } from './compare-ids.ts';
import type { ReportFinding } from './report.ts';

/** A finding of a report before it is known how to repeat it. */
type Reported = Omit<ReportFinding, 'replay'>;

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
}

/** The groups of one requirement on one operation. */
export type FindingGroups = Map<string, FindingGroup>;

type Said = Pick<Finding, 'message' | 'pointer' | 'expected' | 'actual' | 'exchanges'>;

/** Adds what a judge found in `affected` answers. */
export function addFinding(groups: FindingGroups, finding: Said, affected = 1): void {
  const { message, pointer, expected, actual, exchanges } = finding;
  const key = JSON.stringify([pointer, message]);
  const group = groups.get(key);
  if (group === undefined) {
    groups.set(key, { message, pointer, expected, actual, exchanges: first(exchanges), affected });
    return;
  }
  // What is shown is what the first affected exchange showed.
  if (comesBefore({ expected, actual, exchanges: first(exchanges) }, group)) {
    group.expected = expected;
    group.actual = actual;
  }
  group.exchanges = first([...group.exchanges, ...exchanges]);
  group.affected += affected;
}

type Shown = Pick<FindingGroup, 'expected' | 'actual' | 'exchanges'>;

function comesBefore(one: Shown, other: Shown): boolean {
  const order = compareIds(one.exchanges[0] ?? '', other.exchanges[0] ?? '');
  if (order !== 0) return order < 0;
  return JSON.stringify([one.expected, one.actual]) < JSON.stringify([other.expected, other.actual]);
}

function first(exchanges: readonly string[]): string[] {
  return [...new Set(exchanges)].sort(compareIds).slice(0, keptExchanges);
}

/**
 * The groups as they stand in a report, in the order of their first exchanges.
 * @param judged answers that the requirement was held against
 */
export function reportedFindings(groups: FindingGroups, judged: number): Reported[] {
  return [...groups.values()]
    .sort((a, b) => {
      const byExchange = compareIds(a.exchanges[0] ?? '', b.exchanges[0] ?? '');
      return byExchange || compareIds(a.pointer, b.pointer) || compareIds(a.message, b.message);
    })
    .map(({ message, pointer, expected, actual, exchanges, affected }) => ({
      message,
      pointer,
      expected,
      actual,
      exchanges,
      rate: judged === 0 ? 'every request' : `${affected} of ${Math.max(affected, judged)}`,
    }));
}
