import type { Report, ReportResult } from '../../report/report.ts';
import { inTurns } from '../in-turns.ts';
import { mostExchanges } from '../limits.ts';
import type { PageSurvey } from '../page/survey.ts';
import type { FindingOfResult } from './marks.ts';

/** Which exchanges a page is to show, the most useful first. */
export interface Choice {
  readonly ids: readonly string[];
  /** Those that stand in findings, to be shown at length, and in how many results they do. */
  readonly full: ReadonlyMap<string, number>;
}

/**
 * The first exchange of each finding that is shown; of each requirement one that was held against it; the other
 * exchanges of findings; then the exchanges of every check in turns, its first ones first.
 */
export function chooseExchanges(
  { results }: Report,
  findings: readonly FindingOfResult[],
  survey: PageSurvey,
): Choice {
  const firsts = firstsOf(findings);
  const checks = results.map(({ requirement, operation }) => survey.of(requirement, operation));
  const examples = checks.flatMap(({ cases, judged }) => (cases.length === 0 ? judged.slice(0, 1) : []));
  const others = inTurns(findings.map(({ finding }) => finding.exchanges.slice(1)));
  const ofChecks = inTurns(checks.map(({ cases }) => cases.flatMap(({ exchanges }) => exchanges)));
  const ids = [...new Set([...firsts.keys(), ...examples, ...others, ...ofChecks])];
  return { ids: ids.slice(0, mostExchanges), full: firsts };
}

function firstsOf(findings: readonly FindingOfResult[]): Map<string, number> {
  const results = new Map<string, Set<ReportResult>>();
  for (const { result, finding } of findings) {
    const [id] = finding.exchanges;
    if (id !== undefined) results.set(id, (results.get(id) ?? new Set()).add(result));
  }
  return new Map([...results].map(([id, { size }]) => [id, size]));
}
