import type { ResultOutcome } from '../report/report.ts';
import { type HistoryLine, type Night, nightRow, nightsText, unsteadyLines } from './history.ts';

const marks: Readonly<Record<ResultOutcome, string>> = {
  passed: '✓',
  failed: '✗',
  warned: '!',
  inconclusive: '?',
  'not-exercised': '–',
  inapplicable: '–',
  observed: '✓',
};

/** The trend as Markdown: a row for each night, and a line for each requirement that did not always pass. */
export function trendMarkdown(nights: readonly Night[]): string {
  return `# Trend of ${nightsText(nights)}

| night | target | verdict | MUST exercised | failed | warned | changed observations | regressions | causes |
| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |
${nights.toReversed().map(rowOf).join('\n')}
${unsteady(nights)}`;
}

function rowOf(night: Night): string {
  const { target, verdict, exercised, failed, warned, changed, regressions, causes, untested } =
    nightRow(night);
  const last = untested === undefined ? causes : codeSpan(untested);
  const cells = [
    night.name,
    codeSpan(target),
    verdict,
    exercised,
    failed,
    warned,
    changed,
    regressions,
    last,
  ];
  // What is not known is empty.
  return `| ${cells.join(' | ')} |`;
}

function unsteady(nights: readonly Night[]): string {
  const { lines, never } = unsteadyLines(nights);
  const unseen = never === 0 ? '' : `\n${never} requirements were never exercised.\n`;
  if (lines.length === 0) return `\nEverything exercised passed every night.\n${unseen}`;
  return `
✓ passed, ✗ broken, ! broken SHOULD, ? inconclusive, – not exercised; latest night last.

| nights | requirement |
| --- | --- |
${lines.map(lineOf).join('\n')}
${unseen}`;
}

function lineOf({ requirement, operation, level, outcomes }: HistoryLine): string {
  const cells = outcomes.map((outcome) => (outcome === undefined ? ' ' : marks[outcome]));
  return `| \`${cells.join('')}\` | ${requirement} on ${operation} (${level}) |`;
}

/** Text from a target as a code span in a table. */
function codeSpan(text: string): string {
  const plain = text
    .replace(/[`|\p{Cc}\p{Cf}]/gu, ' ')
    .slice(0, 100)
    .trim();
  return plain === '' ? '' : `\`${plain}\``;
}
