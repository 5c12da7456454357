import { requirement } from '../../requirements/catalogue.ts';
import { plainLine } from '../formats/plain-text.ts';
import type { Evidence } from '../replay/evidence.ts';
import { byOperations, likelyCauses, withoutSamePage } from '../report/likely-causes.ts';
import type { Report, ReportFinding, ReportResult } from '../report/report.ts';
import { findingLines } from './finding-lines.ts';
import { andMore, blank, line, type TerminalLine } from './lines.ts';
import { withoutQuote } from './without-quote.ts';
import { wrapped } from './wrapped.ts';

/** How many broken requirements are shown in full, and how many findings of each. */
const shownResults = 10;
const shownFindings = 4;

/** How many kinds of input are named in one line. */
const namedInputs = 8;

/** How many common causes are named, and how many places of each. */
const shownCauses = { causes: 6, places: 6 };

/** What broke, the most useful first: clause, request, answer, rate, and how to reproduce it. */
export function breachLines(report: Report, evidence: Evidence, columns: number): TerminalLine[] {
  const failed = report.results.filter(({ outcome, waived }) => outcome === 'failed' && waived === null);
  if (failed.length === 0) return [];
  const different = withoutSamePage(failed);
  const more = different.length - shownResults;
  const same = failed.length - different.length;
  return [
    blank,
    line(failed.length === 1 ? '1 requirement is broken' : `${failed.length} requirements are broken`, [
      'bold',
      'red',
    ]),
    ...causeLines(failed, columns),
    ...different.slice(0, shownResults).flatMap((result) => breach(result, report, evidence, columns)),
    ...(same > 0 ? [blank, line(`${same} more got the same page: see report.json`, 'red')] : []),
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
      : findingLines(
          {
            requirement: result.requirement,
            finding: { ...first, expected: withoutQuote(first.expected, quote) },
          },
          report,
          evidence,
          columns,
        )),
    ...alsoLines(first, others, columns),
  ];
}

/** What several requirements probably have in common; one repair may mend all of them. */
function causeLines(failed: readonly ReportResult[], columns: number): TerminalLine[] {
  const causes = likelyCauses(failed);
  if (causes.length === 0) return [];
  return [
    line('probably one cause each:'),
    ...causes.slice(0, shownCauses.causes).flatMap(({ text, places }) => {
      const named = places.slice(0, shownCauses.places);
      const names = byOperations(named).map(
        ({ requirements, operations }) => `${requirements.join(', ')} on ${operations.join(' and ')}`,
      );
      const more = places.length - named.length;
      const where = `${names.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
      return wrapped('  - ', `${plainLine(text, 200)}: ${where}`, columns);
    }),
    ...(causes.length > shownCauses.causes
      ? [line(`  … and ${causes.length - shownCauses.causes} more`)]
      : []),
  ];
}

/** The other findings: kinds of input with the same result as the first share a line. */
function alsoLines(
  first: ReportFinding | undefined,
  others: readonly ReportFinding[],
  columns: number,
): TerminalLine[] {
  const isAlike = ({ input, kind }: ReportFinding): boolean =>
    input !== undefined && first?.input !== undefined && kind === first.kind;
  const alike = others.filter(isAlike);
  const rest = others.filter((finding) => !isAlike(finding));
  const more = alike.length - namedInputs;
  const inputs = alike
    .slice(0, namedInputs)
    .map(({ input, affected, attempts }) => `${input?.text} (${affected} of ${attempts})`);
  const text = `${inputs.join('; ')}${more > 0 ? `; and ${more} more kinds` : ''}`;
  return [
    ...(alike.length === 0 ? [] : wrapped('  the same  ', plainLine(`with ${text}`), columns)),
    ...rest
      .slice(0, shownFindings - 1)
      .flatMap(({ message, rate }) =>
        wrapped('  also      ', `${plainLine(message, 200)} (${plainLine(rate)})`, columns),
      ),
    ...andMore(rest.length - shownFindings + 1),
  ];
}
