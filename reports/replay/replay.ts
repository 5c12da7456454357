import { statSync } from 'node:fs';
import { type Check, checkId, checkIdOf } from '../../engine/check.ts';
import { isLastControl } from '../../engine/named-checks.ts';
import { inputKey, placeKey } from '../../journal/finding-source.ts';
import { journalLines } from '../../journal/journal-lines.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { allChecks } from '../../specs/all.ts';
import type { Report, ReportFinding } from '../report/report.ts';
import { caseIdOf } from './evidence.ts';

/** What identifies a finding of a finished run. */
export interface Meant extends Sameness {
  readonly requirement: string;
  readonly operation: Operation;
  /** The ids of exchanges that showed it. */
  readonly exchanges: readonly string[];
}

/**
 * The findings of an exchange, a case, or a requirement (optionally followed by `@operation`), by its id.
 * @throws UsageError if the run has no such finding
 */
export function findingsMeant(folder: string, report: Report, id: string): Meant[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError([`${folder} is not a folder. Give the results folder of a run.`]);
  const found = id.includes('/') ? ofCase(folder, report, id) : ofRequirement(report, id);
  if (found.length > 0) return found;
  const broken = report.results.filter(({ findings }) => findings.length > 0);
  const some = broken.slice(0, 10).map(({ requirement, operation }) => `${requirement}@${operation}`);
  const there = some.length === 0 ? 'It has no findings.' : `It has findings of ${some.join(', ')}.`;
  throw new UsageError([
    `The run in ${folder} has no finding ${id}. ${there} Give a requirement, a case or an exchange of one.`,
  ]);
}

function ofRequirement(report: Report, id: string): Meant[] {
  const [wanted, on] = id.split('@');
  return report.results
    .filter(({ requirement, operation }) => requirement === wanted && (on === undefined || on === operation))
    .flatMap(({ requirement, operation, findings }) =>
      findings.map((finding) => ({ ...finding, requirement, operation })),
    );
}

/** The journal lists all exchanges of a finding, the report only the first twenty. */
function ofCase(folder: string, report: Report, id: string): Meant[] {
  const wanted = id.includes('#') ? caseIdOf(id) : id;
  const reported = report.results.filter(({ findings }) => findings.length > 0);
  for (const line of journalLines(folder, 'judgement')) {
    if (line.case !== wanted) continue;
    return line.findings.filter(
      (finding) =>
        (wanted === id || finding.exchanges.includes(id)) && reported.some((result) => isOf(result, finding)),
    );
  }
  return [];
}

/**
 * The checks to conduct to reproduce findings: for each, the check of its own requirement if that showed it, else the
 * check that did, or all checks of its operation if none is known.
 */
export function checksFor(meant: readonly Meant[]): Check[] {
  const wanted = new Set(
    meant.flatMap((finding) => {
      const showing = finding.exchanges.map((exchange) => checkIdOf(caseIdOf(exchange)));
      const known = allChecks.filter((check) => showing.includes(checkId(check)));
      if (known.length === 0) return allChecks.filter(({ operation }) => operation === finding.operation);
      return [known.find(({ requirement }) => requirement === finding.requirement) ?? known[0]];
    }),
  );
  return withControls(allChecks.filter((check) => wanted.has(check)));
}

/** Whether two findings are of the same requirement on the same operation. */
export function isOf(
  one: Pick<Meant, 'requirement' | 'operation'>,
  other: Pick<Meant, 'requirement' | 'operation'>,
): boolean {
  return one.requirement === other.requirement && one.operation === other.operation;
}

/** What two findings of one requirement must have in common to be the same. */
type Sameness = Pick<ReportFinding, 'kind' | 'parameters' | 'message' | 'pointer' | 'input'>;

/** Whether two findings of one requirement are the same. They are compared by text if one of them has no kind. */
export function saysTheSame(one: Sameness, other: Sameness): boolean {
  if (one.kind === undefined || other.kind === undefined)
    return one.message === other.message && one.pointer === other.pointer;
  if (placeKey({ ...one, kind: one.kind }) !== placeKey({ ...other, kind: other.kind })) return false;
  // A finding of a single case does not say its kind of input.
  return (
    one.input === undefined || other.input === undefined || inputKey(one.input) === inputKey(other.input)
  );
}

/** The checks to conduct for some of them, in their usual order. */
export function withControls(checks: readonly Check[]): Check[] {
  const operations = new Set(checks.map(({ operation }) => operation));
  return allChecks.filter(
    (check) => checks.includes(check) || (isLastControl(check) && operations.has(check.operation)),
  );
}
