import { firstNames } from '../reports/formats/plain-text.ts';
import { byReason } from '../reports/report/reasons.ts';
import type { Report, ReportResult } from '../reports/report/report.ts';

const efforts: readonly string[] = ['quick', 'standard', 'soak'];

/**
 * Why a report cannot be certified, in sentences: an unexercised MUST, inconclusive results, a waiver that applies, an
 * incomplete run. A non-conformant report can be certified; the certificate states the verdict.
 */
export function obstaclesIn(report: Report): string[] {
  const { results, run, waivers, gate } = report;
  const applied = waivers.filter(({ state }) => state === 'active' || state === 'expiring');
  const undecided = results.filter(({ outcome }) => outcome === 'inconclusive');
  const missing = results.filter(({ level, outcome }) => level === 'MUST' && outcome === 'not-exercised');
  return [
    ...(run.effort === 'quick'
      ? ['The run was one of --effort quick, which sees too few answers; use standard.']
      : []),
    ...(efforts.includes(run.effort)
      ? []
      : [`The run has the effort ${run.effort}, which this suite does not have; use standard.`]),
    ...(report.coverage.state === 'partial' && missing.length + undecided.length === 0
      ? ['The run was narrowed by --only; run the whole suite.']
      : []),
    ...(run.shard === null ? [] : [`The run is only shard ${run.shard}.`]),
    ...gate.causes.filter((_, index) => gate.causeKinds?.[index] === 'not-tested'),
    ...(run.finishedAt === null ? ['The run did not end.'] : []),
    ...applied.map(({ requirement }) => `A waiver of ${requirement} applies; run without it.`),
    ...sentences(report, missing, 'MUST not exercised'),
    ...sentences(report, undecided, 'inconclusive'),
  ];
}

function sentences(report: Report, results: readonly ReportResult[], what: string): string[] {
  return byReason(results, report).map(({ reason, remedy, members }) => {
    const names = members.map(({ requirement, operation }) => `${requirement} on ${operation}`);
    const number = `${members.length} ${what}`;
    const ended = reason?.endsWith('.') === true ? reason : `${reason}.`;
    return `${number} (${firstNames(names, 5)}): ${ended}${remedy === undefined ? '' : ` To change that, ${remedy}.`}`;
  });
}
