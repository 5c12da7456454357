import { plainLine } from '../formats/plain-text.ts';
import type { ReportFinding } from '../report/report.ts';
import { blank, joined, line, type TerminalLayout, type TerminalLine } from '../terminal/lines.ts';
import { wrapped } from '../terminal/wrapped.ts';
import { type Blame, type ComparedChange, type Comparison, changeKinds } from './comparison.ts';
import { inWords } from './difference-in-words.ts';
import { conclusion, grouped, paceInWords, runInWords, subjectOf, titles } from './in-words.ts';

/** How much is shown. The JSON format has everything. */
const shown = { groups: 20, drifts: 20, values: 3 } as const;

/** A comparison for a terminal: regressions first, each change with its likely cause. */
export function renderComparison(comparison: Comparison, { columns, colour }: TerminalLayout): string {
  const { old, new: new_, differences } = comparison;
  const lines = [
    ...wrapped('old  ', plainLine(runInWords(old)), columns),
    ...wrapped('new  ', plainLine(runInWords(new_)), columns),
    ...differences.flatMap((each) => wrapped('     ', plainLine(inWords(each), 300), columns, 'dim')),
    ...changeKinds.flatMap((kind) =>
      changeLines(
        titles[kind],
        comparison.changes.filter((change) => change.kind === kind),
        columns,
      ),
    ),
    ...driftLines(comparison, columns),
    ...paceLines(comparison, columns),
    blank,
    ...wrapped('', conclusion(comparison), columns, ['bold', comparison.regression ? 'red' : 'green']),
  ];
  return joined(lines, colour);
}

function changeLines(title: string, changes: readonly ComparedChange[], columns: number): TerminalLine[] {
  if (changes.length === 0) return [];
  const groups = grouped(changes);
  return [
    blank,
    line(`${title} (${changes.length})`, 'bold'),
    ...groups.slice(0, shown.groups).flatMap((group) => {
      const [first] = group;
      const { finding, regression } = first;
      return [
        ...wrapped('  ', subjectOf(group), columns, ...(regression ? (['red'] as const) : [])),
        ...(finding === null ? [] : wrapped('    found  ', foundIn(finding), columns)),
        ...blameLines(first, columns),
      ];
    }),
    ...more(groups.length - shown.groups),
  ];
}

function foundIn({ message, rate, actual }: ReportFinding): string {
  return plainLine(`${message} (${rate}); received: ${actual}`, 300);
}

function blameLines({ cause, because }: Blame, columns: number): TerminalLine[] {
  return wrapped('    cause  ', plainLine(`${cause}. ${because.join(' ')}`, 800), columns);
}

function driftLines({ observations }: Comparison, columns: number): TerminalLine[] {
  if (observations.length === 0) return [];
  return [
    blank,
    line(`Different observations where the document leaves room (${observations.length})`, 'bold'),
    ...observations
      .slice(0, shown.drifts)
      .flatMap((drift) => [
        line(`  ${drift.id} · ${drift.operation}`),
        ...valueLines('    was    ', drift.gone, columns),
        ...valueLines('    is     ', drift.came, columns),
        ...blameLines(drift, columns),
      ]),
    ...more(observations.length - shown.drifts),
  ];
}

function valueLines(lead: string, values: readonly string[], columns: number): TerminalLine[] {
  const rest = values.length - shown.values;
  return [
    ...values.slice(0, shown.values).flatMap((value) => wrapped(lead, plainLine(value, 200), columns)),
    ...(rest > 0 ? [line(`${lead}… and ${rest} more`)] : []),
  ];
}

function paceLines({ timing }: Comparison, columns: number): TerminalLine[] {
  if (timing === null)
    return [blank, line('Timing is not compared: one of the runs has no recorded exchanges.', 'dim')];
  if (timing.length === 0) return [];
  return [
    blank,
    line('Response times changed beyond noise (medians)', 'bold'),
    ...timing.flatMap((change) => [
      ...wrapped('  ', `${change.operation}: ${paceInWords(change)}`, columns),
      ...blameLines(change, columns),
    ]),
  ];
}

function more(count: number): TerminalLine[] {
  return count > 0 ? [line(`  … and ${count} more; --format json has all`)] : [];
}
