import { findExchanges } from '../../../journal/exchanges.ts';
import { plainLine } from '../../../reports/formats/plain-text.ts';
import { evidenceFor } from '../../../reports/replay/evidence.ts';
import { isOf, type Meant, saysTheSame } from '../../../reports/replay/replay.ts';
import type { Report, ReportResult } from '../../../reports/report/report.ts';
import { exchangeLines, findingLines } from '../../../reports/terminal/finding-lines.ts';
import { blank, line, type TerminalLine } from '../../../reports/terminal/lines.ts';
import { wrapped } from '../../../reports/terminal/wrapped.ts';
import { type Check, checkId } from '../../../session/check.ts';
import { suiteName, suiteVersion } from '../../../settings/suite.ts';

/** What was replayed and where, and why it may differ from the run. */
export function replayedLines(
  before: Report,
  { target, run }: Report,
  checks: readonly Check[],
  columns: number,
): TerminalLine[] {
  const said = [
    `replayed on ${target.baseUrl}: ${checks.map(checkId).join(', ')}; seed ${run.seed}, nonce ${run.nonce}`,
    ...(before.target.baseUrl === target.baseUrl ? [] : [`The run tested ${before.target.baseUrl}.`]),
    ...(before.suite.version === suiteVersion
      ? []
      : [
          `The run used ${before.suite.name} ${before.suite.version}, this is ${suiteName} ${suiteVersion}: the requests may differ.`,
        ]),
  ];
  return said.flatMap((sentence) => wrapped('', plainLine(sentence), columns));
}

/** A requirement that failed again: the replayed finding if it is reproduced, else the first one. */
export function brokenAgain(
  result: ReportResult,
  meant: readonly Meant[],
  { report, folder, columns }: { readonly report: Report; readonly folder: string; readonly columns: number },
): TerminalLine[] {
  const wanted = meant.filter((each) => isOf(each, result));
  const same = result.findings.find((finding) => wanted.some((one) => saysTheSame(one, finding)));
  const finding = same ?? result.findings[0];
  if (finding === undefined) return [];
  return [
    blank,
    line(`${result.outcome.toUpperCase()} ${result.requirement} · ${result.operation}`),
    ...findingLines(
      { requirement: result.requirement, finding },
      report,
      evidenceFor(report, [folder]),
      columns,
    ),
    blank,
  ];
}

/** How many of the requests are shown if nothing is found. */
const shown = 3;

/**
 * The same requests with their current responses; ids are those of the run. Of each finding, the first that was sent again: a
 * smaller counterexample is sent only where something is found.
 */
export function answersNow(meant: readonly Meant[], folder: string, columns: number): TerminalLine[] {
  const found = findExchanges(
    folder,
    meant.flatMap(({ exchanges }) => exchanges),
  );
  const first = meant.flatMap(({ exchanges }) => exchanges.find((id) => found.has(id)) ?? []);
  const each = [...new Set(first)].slice(0, shown).flatMap((id) => found.get(id) ?? []);
  return each.flatMap((exchange) => [blank, ...exchangeLines(exchange, columns), blank]);
}

/** The result of the replay as a sentence. */
export function conclusion(again: readonly ReportResult[], meant: readonly Meant[]): string {
  if (again.length === 0) return 'Not reproduced. An intermittent finding may need several replays.';
  const same = again.some((result) =>
    result.findings.some((finding) => meant.some((one) => isOf(one, result) && saysTheSame(one, finding))),
  );
  return same ? 'Reproduced.' : 'The requirement fails again, but in a different way than in the run.';
}
