import { markdownCode } from '../formats/plain-text.ts';
import type { Comparison } from './comparison.ts';
import { type ComparedEntry, type ComparedSection, comparisonView } from './comparison-view.ts';

const shown = { entries: 30, values: 3 } as const;

/** A comparison as a comment on a pull request. Text from a target is always in code spans. */
export function comparisonMarkdown(comparison: Comparison): string {
  const view = comparisonView(comparison);
  const lines = [
    `## ${view.conclusion}`,
    '',
    `- old: ${markdownCode(view.old)}`,
    `- new: ${markdownCode(view.new)}`,
    ...view.differences.map(({ said }) => `- ${markdownCode(said)}`),
    ...view.sections.flatMap(sectionLines),
    ...(view.untimed === undefined ? [] : ['', view.untimed]),
  ];
  return `${lines.join('\n')}\n`;
}

function sectionLines({ title, count, unit, entries }: ComparedSection): string[] {
  const more = entries.length - shown.entries;
  return [
    '',
    `### ${title} (${unit ?? count})`,
    '',
    ...entries.slice(0, shown.entries).flatMap(entryLines),
    ...(more > 0 ? [`- … and ${more} more in the JSON form`] : []),
  ];
}

function entryLines({ subject, finding, drift, pace, cause, because }: ComparedEntry): string[] {
  const told = [
    drift === undefined ? subject : `**${drift.id}** on ${drift.operation}`,
    ...(drift === undefined ? [] : [`${values(drift.gone)} → ${values(drift.came)}`]),
    ...(pace === undefined ? [] : [pace]),
  ];
  return [
    `- ${told.join(': ')}`,
    ...(finding == null
      ? []
      : [
          `  - found: ${markdownCode(finding.message)} (${finding.rate}); received: ${markdownCode(finding.actual)}`,
          `  - again: ${markdownCode(finding.replay)}`,
        ]),
    `  - likely cause: **${cause}**. ${markdownCode(because.join(' '), 800)}`,
  ];
}

function values(all: readonly string[]): string {
  const rest = all.length - shown.values;
  const texts = all.slice(0, shown.values).map((value) => markdownCode(value, 200));
  return [...texts, ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ') || 'nothing';
}
