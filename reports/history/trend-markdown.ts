import type { ResultOutcome } from '../report/report.ts';
import { historyLines, type Night, nightRow, nightsText } from './history.ts';

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
  const all = historyLines(nights).map(({ requirement, operation, level, outcomes }) => ({
    name: `${requirement} on ${operation} (${level})`,
    line: outcomes.map((outcome) => (outcome === undefined ? ' ' : marks[outcome])),
  }));
  const isNever = (line: readonly string[]): boolean => line.every((mark) => mark === '–' || mark === ' ');
  const never = all.filter(({ line }) => isNever(line)).length;
  const shown = all.filter(({ line }) => !isNever(line) && line.some((mark) => mark !== '✓' && mark !== ' '));
  const unseen = never === 0 ? '' : `\n${never} requirements were never exercised.\n`;
  if (shown.length === 0) return `\nEverything exercised passed every night.\n${unseen}`;
  return `
✓ passed, ✗ broken, ! broken SHOULD, ? inconclusive, – not exercised; latest night last.

| nights | requirement |
| --- | --- |
${shown.map(({ name, line }) => `| \`${line.join('')}\` | ${name} |`).join('\n')}
${unseen}`;
}

/** Text from a target as a code span in a table. */
function codeSpan(text: string): string {
  const plain = text
    .replace(/[`|\p{Cc}\p{Cf}]/gu, ' ')
    .slice(0, 100)
    .trim();
  return plain === '' ? '' : `\`${plain}\``;
}
