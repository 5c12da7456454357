import { plainLine } from '../formats/plain-text.ts';
import { blank, joined, line, type TerminalLayout, type TerminalLine, wrapped } from '../terminal/lines.ts';
import type { Comparison } from './comparison.ts';
import { type ComparedEntry, type ComparedSection, comparisonView } from './comparison-view.ts';

/** How much is shown. The JSON format has everything. */
const shown = { entries: 20, values: 3 } as const;

/** A comparison for a terminal: regressions first, each change with its likely cause. */
export function renderComparison(comparison: Comparison, layout: TerminalLayout): string {
  const view = comparisonView(comparison);
  const lines = [
    wrapped('old  ', plainLine(view.old)),
    wrapped('new  ', plainLine(view.new)),
    ...view.differences.map(({ said }) => wrapped('     ', plainLine(said, 300), 'dim')),
    ...view.sections.flatMap((section) => sectionLines(section)),
    ...(view.untimed === undefined ? [] : [blank, line(view.untimed, 'dim')]),
    blank,
    wrapped('', view.conclusion, ['bold', comparison.regression ? 'red' : 'green']),
  ];
  return joined(lines, layout);
}

function sectionLines({ title, count, unit, entries }: ComparedSection): TerminalLine[] {
  const more = entries.length - shown.entries;
  const causes = new Set(entries.map(causeText));
  const isOneCause =
    causes.size === 1 && entries.length > 1 && entries.every(({ drift }) => drift !== undefined);
  return [
    blank,
    line(`${title} (${unit ?? count})`, 'bold'),
    ...(isOneCause ? [wrapped('  all have the same cause: ', [...causes].join())] : []),
    ...entries.slice(0, shown.entries).flatMap((entry) => entryLines(entry, isOneCause)),
    ...(more > 0 ? [line(`  … and ${more} more; --format json has all`)] : []),
  ];
}

function causeText({ cause, because }: ComparedEntry): string {
  return plainLine(`${cause}. ${because.join(' ')}`, 800);
}

function entryLines(entry: ComparedEntry, withoutCause: boolean): TerminalLine[] {
  const { subject, regression, finding, drift, pace } = entry;
  const told = drift === undefined ? subject : `${drift.id} · ${drift.operation}`;
  return [
    wrapped('  ', pace === undefined ? told : `${told}: ${pace}`, regression ? 'red' : undefined),
    ...(finding == null
      ? []
      : [
          wrapped(
            '    found  ',
            plainLine(`${finding.message} (${finding.rate}); received: ${finding.actual}`, 300),
          ),
        ]),
    ...valueLines('    was    ', drift?.gone ?? []),
    ...valueLines('    is     ', drift?.came ?? []),
    ...(withoutCause ? [] : [wrapped('    cause  ', causeText(entry))]),
  ];
}

function valueLines(lead: string, values: readonly string[]): TerminalLine[] {
  const rest = values.length - shown.values;
  return [
    ...values.slice(0, shown.values).map((value) => wrapped(lead, plainLine(value, 200))),
    ...(rest > 0 ? [line(`${lead}… and ${rest} more`)] : []),
  ];
}
