import { markdownCode } from '../formats/markdown-code.ts';
import { type Blame, type ComparedChange, type Comparison, changeKinds } from './comparison.ts';
import { inWords } from './difference-in-words.ts';
import { conclusion, grouped, paceInWords, runInWords, subjectOf, titles } from './in-words.ts';

const shown = { groups: 30, drifts: 30, values: 3 } as const;

/** A comparison as a comment on a pull request. Text from a target is always in code spans. */
export function comparisonMarkdown(comparison: Comparison): string {
  const { old, new: new_, differences } = comparison;
  const lines = [
    `## ${conclusion(comparison)}`,
    '',
    `- old: ${markdownCode(runInWords(old))}`,
    `- new: ${markdownCode(runInWords(new_))}`,
    ...differences.map((each) => `- ${markdownCode(inWords(each))}`),
    ...changeKinds.flatMap((kind) =>
      changeLines(
        titles[kind],
        comparison.changes.filter((change) => change.kind === kind),
      ),
    ),
    ...driftLines(comparison),
    ...paceLines(comparison),
  ];
  return `${lines.join('\n')}\n`;
}

function changeLines(title: string, changes: readonly ComparedChange[]): string[] {
  if (changes.length === 0) return [];
  const groups = grouped(changes);
  return [
    '',
    `### ${title} (${changes.length})`,
    '',
    ...groups.slice(0, shown.groups).flatMap((group) => {
      const [first] = group;
      return [`- ${subjectOf(group)}`, ...findingLines(first), blameLine(first)];
    }),
    ...more(groups.length - shown.groups),
  ];
}

function findingLines({ finding }: ComparedChange): string[] {
  if (finding === null) return [];
  const { message, rate, actual, replay } = finding;
  return [
    `  - found: ${markdownCode(message)} (${rate}); received: ${markdownCode(actual)}`,
    `  - again: ${markdownCode(replay)}`,
  ];
}

function blameLine({ cause, because }: Blame): string {
  return `  - likely cause: **${cause}**. ${markdownCode(because.join(' '), 800)}`;
}

function driftLines({ observations }: Comparison): string[] {
  if (observations.length === 0) return [];
  return [
    '',
    `### Different observations where the document leaves room (${observations.length})`,
    '',
    ...observations
      .slice(0, shown.drifts)
      .flatMap((drift) => [
        `- **${drift.id}** on ${drift.operation}: ${values(drift.gone)} → ${values(drift.came)}`,
        blameLine(drift),
      ]),
    ...more(observations.length - shown.drifts),
  ];
}

function values(all: readonly string[]): string {
  const rest = all.length - shown.values;
  const texts = all.slice(0, shown.values).map((value) => markdownCode(value, 200));
  return [...texts, ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ') || 'nothing';
}

function paceLines({ timing }: Comparison): string[] {
  if (timing === null) return ['', 'Timing is not compared: one of the runs has no recorded exchanges.'];
  if (timing.length === 0) return [];
  return [
    '',
    '### Response times changed beyond noise (medians)',
    '',
    ...timing.flatMap((change) => [`- ${change.operation}: ${paceInWords(change)}`, blameLine(change)]),
  ];
}

function more(count: number): string[] {
  return count > 0 ? [`- … and ${count} more in the JSON form`] : [];
}
