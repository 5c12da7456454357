import type { Report } from '../report/report.ts';
import { plainLine } from './plain-text.ts';
import { secondsOf } from './run-seconds.ts';

/** How many broken requirements the line names. */
const named = 10;

/**
 * A report in one line of logfmt, for alerts on logs. Its keys are always the same, in the same order, and the first is
 * always `suite=ledger-conformance`; what is unknown is empty. New keys are only added at the end.
 */
export function logfmt(report: Report): string {
  const { suite, target, profile, run, verdict, gate, coverage, counts, results } = report;
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const unwaived = failed.filter(({ waived }) => waived === null);
  const fields = {
    suite: suite.name,
    version: suite.version,
    target: target.baseUrl,
    profile,
    effort: run.effort,
    verdict,
    status: gate.status,
    must: coverage.must.total,
    exercised: coverage.must.exercised,
    passed: counts.passed,
    failed: counts.failed,
    waived: failed.length - unwaived.length,
    warned: counts.warned,
    inconclusive: counts.inconclusive,
    exchanges: counts.exchanges,
    started: run.startedAt,
    seconds: secondsOf(run) ?? '',
    broken: unwaived
      .slice(0, named)
      .map(({ requirement, operation }) => `${requirement}@${operation}`)
      .join(),
  };
  return `${Object.entries(fields)
    .map(([key, value]) => `${key}=${quoted(String(value))}`)
    .join(' ')}\n`;
}

/** Quoted only where a reader would otherwise see the end of the value. */
function quoted(value: string): string {
  const line = plainLine(value, 500);
  return /[\s"=\\]/.test(line) ? `"${line.replace(/[\\"]/g, '\\$&')}"` : line;
}
