import { requirement } from '../../requirements/catalogue.ts';
import { plainLine } from '../formats/plain-text.ts';
import type { Evidence } from '../replay/evidence.ts';
import type { Report, ReportResult } from '../report/report.ts';
import { findingLines } from './finding-lines.ts';
import { andMore, blank, line, type TerminalLine, wrapped } from './lines.ts';
import { withoutQuote } from './without-quote.ts';

/** How many broken requirements are shown in full, and how many findings of each. */
const shownResults = 10;
const shownFindings = 4;

/** What broke, the most useful first: clause, request, answer, rate, and how to reproduce it. */
export function breachLines(report: Report, evidence: Evidence, columns: number): TerminalLine[] {
  const failed = report.results.filter(({ outcome, waived }) => outcome === 'failed' && waived === null);
  if (failed.length === 0) return [];
  const more = failed.length - shownResults;
  return [
    blank,
    line(failed.length === 1 ? '1 requirement is broken' : `${failed.length} requirements are broken`, [
      'bold',
      'red',
    ]),
    ...failed.slice(0, shownResults).flatMap((result) => breach(result, report, evidence, columns)),
    ...(more > 0 ? [blank, line(`… and ${more} more in report.json`, 'red')] : []),
  ];
}

function breach(result: ReportResult, report: Report, evidence: Evidence, columns: number): TerminalLine[] {
  const [first, ...others] = result.findings;
  const { quote, section } = requirement(result.requirement);
  return [
    blank,
    line(`FAILED ${result.requirement} · ${result.operation}`, 'red'),
    ...wrapped('  ', `“${quote}” (${section})`, columns),
    ...(first === undefined
      ? []
      : findingLines({ ...first, expected: withoutQuote(first.expected, quote) }, report, evidence, columns)),
    ...others
      .slice(0, shownFindings - 1)
      .flatMap(({ message, rate }) =>
        wrapped('  also      ', `${plainLine(message, 200)} (${plainLine(rate)})`, columns),
      ),
    ...andMore(result.findings.length - shownFindings),
  ];
}
