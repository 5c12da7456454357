import { whyUntested } from '../report/gate.ts';
import type { ResultOutcome } from '../report/report.ts';
import { historyLines, type Night } from './history.ts';

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
  return `# Trend of ${nights.length} ${nights.length === 1 ? 'night' : 'nights'}

| night | target | verdict | MUST exercised | failed | warned | observed otherwise | regressions | causes |
| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |
${nights.toReversed().map(rowOf).join('\n')}
${unsteady(nights)}`;
}

function rowOf({ name, report, comparison }: Night): string {
  const { verdict, coverage, counts, target } = report;
  const { exercised, total } = coverage.must;
  const regressions = comparison?.changes.filter(({ regression }) => regression) ?? [];
  const untested = whyUntested(report);
  const causes = [...new Set(regressions.map(({ cause }) => cause))].join(', ');
  const cells = [
    name,
    codeSpan(target.baseUrl),
    verdict,
    `${exercised} of ${total}`,
    counts.failed,
    counts.warned,
    comparison === null ? '' : comparison.observations.length,
    comparison === null ? '' : regressions.length,
    untested === undefined ? causes : codeSpan(untested),
  ];
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
