import { inTurns } from '../../report/in-turns.ts';
import type { Report, ReportResult } from '../../report/report.ts';
import { mostExchanges } from '../limits.ts';
import type { PageSurvey } from '../page/survey.ts';
import type { FindingOfResult } from './marks.ts';

/** The exchanges to show in a page, the most useful first. */
export interface Choice {
  readonly ids: readonly string[];
  /** Exchanges shown in full inside findings, with the number of results that show each. */
  readonly full: ReadonlyMap<string, number>;
}

/**
 * The first exchange of each finding, and both of a contradiction; what was sent before them; what was in progress when the
 * target stopped; one exchange for each
 * requirement judged only in cases of other checks; the other exchanges of findings; the slowest; then exchanges of all
 * checks in turns.
 */
export function chooseExchanges(
  { results, durations = [], targetStop }: Report,
  findings: readonly FindingOfResult[],
  survey: PageSurvey,
): Choice {
  const firsts = firstsOf(findings);
  const checks = results.map(({ requirement, operation }) => survey.of(requirement, operation));
  const examples = checks.flatMap(({ cases, judged }) => (cases.length === 0 ? judged.slice(0, 1) : []));
  const before = findings.flatMap(({ finding: { behind = [] } }) => behind);
  const others = inTurns(findings.map(({ finding }) => finding.exchanges.slice(1)));
  const ofChecks = inTurns(checks.map(({ cases }) => cases.flatMap(({ exchanges }) => exchanges)));
  const slowest = durations.flatMap((each) => each.slowest.map(({ exchange }) => exchange));
  const atStop = (targetStop?.candidates ?? []).map(({ exchange }) => exchange);
  const ids = [
    ...new Set([...firsts.keys(), ...before, ...atStop, ...examples, ...others, ...slowest, ...ofChecks]),
  ];
  return { ids: ids.slice(0, mostExchanges), full: firsts };
}

function firstsOf(findings: readonly FindingOfResult[]): Map<string, number> {
  const results = new Map<string, Set<ReportResult>>();
  for (const { result, finding } of findings) {
    const sides = finding.sides?.map(({ exchange }) => exchange) ?? [];
    for (const id of new Set([...finding.exchanges.slice(0, 1), ...sides]))
      results.set(id, (results.get(id) ?? new Set()).add(result));
  }
  return new Map([...results].map(([id, { size }]) => [id, size]));
}
