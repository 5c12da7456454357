import { plainLine } from '../formats/plain-text.ts';
import type { Evidence } from '../replay/evidence.ts';
import { type Report, resultOutcomes } from '../report/report.ts';
import { verdictInWords } from '../report/verdict-in-words.ts';
import { breachLines } from './breaches.ts';
import { grouped } from './grouped.ts';
import { headLines, selfCheck } from './head.ts';
import { blank, joined, line, type TerminalLayout, type TerminalLine } from './lines.ts';
import { observationLines, thinLines, unjudgedLines, warningLines } from './remainder.ts';
import { stopLines } from './target-stop.ts';
import { waiverLines } from './waivers.ts';
import { wrapped } from './wrapped.ts';

/** How to lay out a summary. */
export interface SummaryLayout extends TerminalLayout {
  /** The results folder, as the user named it. */
  readonly folder?: string;
  /** The HTML report in it. */
  readonly page?: string;
  /** Whether the first lines were printed when the run began. */
  readonly isHeadShown?: boolean;
}

/** The summary of a run: what was tested, what broke and how to reproduce it, what was not judged, and the verdict. */
export function renderSummary(report: Report, evidence: Evidence, layout: SummaryLayout): string {
  const { columns, colour } = layout;
  const lines = [
    ...(layout.isHeadShown === true ? [] : headLines(report, columns)),
    ...breachLines(report, evidence, columns),
    ...warningLines(report, columns),
    ...waiverLines(report, columns),
    ...stopLines(report, evidence, columns),
    ...unjudgedLines(report, columns),
    ...thinLines(report, columns),
    ...observationLines(report, columns),
    blank,
    ...wrapped('', countsInWords(report), columns),
    ...gateLines(report, columns),
    ...wrapped('', verdictInWords(report), columns, ['bold', verdictColour(report)]),
    ...(layout.folder === undefined
      ? []
      : wrapped(
          '',
          `results: ${plainLine(layout.folder)} (${layout.page === undefined ? '' : `${layout.page}, `}report.json)`,
          columns,
        )),
    ...(report.target.kind === 'reference' ? [line(selfCheck)] : []),
  ];
  return joined(lines, colour);
}

function countsInWords({ counts, results }: Report): string {
  const waived = results.filter(({ outcome, waived: by }) => outcome === 'failed' && by !== null).length;
  const share = (outcome: string): string =>
    outcome === 'failed' && waived > 0 ? ` (${waived} waived)` : '';
  const outcomes = resultOutcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome]} ${outcome.replace('-', ' ')}${share(outcome)}`);
  return `${outcomes.join(', ')}; ${grouped(counts.exchanges)} exchanges in ${grouped(counts.cases)} cases`;
}

function gateLines({ gate, verdict }: Report, columns: number): TerminalLine[] {
  if (gate.status === 0)
    return verdict === 'non-conformant' ? [line('exit status 0: every failure is waived')] : [];
  return [
    line(`exit status ${gate.status}:`),
    ...gate.causes.flatMap((cause) => wrapped('  ', plainLine(cause, 600), columns)),
  ];
}

function verdictColour({ verdict }: Report): 'red' | 'yellow' | 'green' {
  if (verdict === 'conformant') return 'green';
  return verdict === 'inconclusive' ? 'yellow' : 'red';
}
