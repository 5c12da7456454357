import { plainLine } from '../formats/plain-text.ts';
import type { Report } from '../report/report.ts';
import { endingWaivers, waivedInWords } from '../report/waiver-in-words.ts';
import { andMore, blank, line, type TerminalLine } from './lines.ts';
import { wrapped } from './wrapped.ts';

const shownWaived = 20;

/** Waived failures, and waivers that expire soon. Waivers that fail the gate are listed as causes of the status. */
export function waiverLines(report: Report, columns: number): TerminalLine[] {
  const waived = report.results.filter(({ waived: by }) => by !== null);
  const ending = endingWaivers(report);
  const title = waived.length === 1 ? '1 failure is waived' : `${waived.length} failures are waived`;
  return [
    ...(waived.length === 0 ? [] : [blank, line(title, ['bold', 'yellow'])]),
    ...waived.slice(0, shownWaived).flatMap((result) => {
      const said = `${result.requirement} · ${result.operation}: ${waivedInWords(result, report)}`;
      return wrapped('  ', plainLine(said, 600), columns);
    }),
    ...andMore(waived.length - shownWaived),
    ...(ending.length === 0 ? [] : [blank]),
    ...ending.flatMap((sentence) => wrapped('', plainLine(sentence, 600), columns, 'yellow')),
  ];
}
