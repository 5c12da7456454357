import { groupBy } from '../../journal/group-by.ts';
import { type Hint, stacksNamed } from '../report/hint.ts';
import { type Report, type ResultOutcome, resultOutcomes } from '../report/report.ts';
import { stopText } from '../report/target-stop.ts';
import { factLabels, type ReportView, type ShownFinding, type ShownResult } from '../report/view.ts';
import { clauseLine, documentPath } from './clause-line.ts';
import { markdownCode, markdownText, plainLine } from './plain-text.ts';

/** How many results of an outcome are shown, and how many findings of each. */
const shownResults = 30;
const shownFindings = 3;

/** The longest comment on GitHub, in characters. */
export const commentLimit = 65_000;

/**
 * A report in Markdown, as a comment on a pull request: verdict, counts, what broke, how to reproduce it. Text from a
 * target is always in code spans.
 * @param limit in UTF-8 bytes; longer text is cut after a line, with a note
 */
export function markdown(view: ReportView, limit = commentLimit): string {
  const { suite, target, profile, run, counts } = view;
  const outcomes = resultOutcomes.filter((outcome) => counts[outcome] > 0);
  const subject =
    target.kind === 'reference'
      ? 'Self-check against the reference server: **no target was tested**'
      : `Target ${markdownCode(target.baseUrl)}`;
  const lines = [
    `## ${suite.name}: ${view.words}`,
    '',
    `${subject}, profile ${markdownCode(profile)}, effort ${run.effort}, seed ${markdownCode(run.seed)}, nonce ${markdownCode(run.nonce)}.`,
    '',
    `| ${outcomes.join(' | ')} | exchanges |`,
    `|${' ---: |'.repeat(outcomes.length + 1)}`,
    `| ${outcomes.map((outcome) => counts[outcome]).join(' | ')} | ${counts.exchanges} |`,
    ...gateLines(view),
    ...causeLines(view),
    ...section(view, 'failed', 'Broken'),
    ...section(view, 'warned', 'Warnings'),
    ...stopLines(view),
    ...section(view, 'inconclusive', 'Inconclusive'),
    ...waivedLines(view),
    ...notExercised(view),
  ];
  return within(lines, limit);
}

/** A section with its items; nothing without any. */
function titled(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : ['', title, '', ...items];
}

/** The first of some things, and how many more there are. */
function firstOf<T>(
  all: readonly T[],
  most: number,
  linesOf: (one: T) => readonly string[],
  where = ' in report.json',
): string[] {
  const more = all.length - most;
  return [...all.slice(0, most).flatMap(linesOf), ...(more > 0 ? [`- … and ${more} more${where}`] : [])];
}

function gateLines({ gate }: Report): string[] {
  if (gate.status === 0) return [];
  return titled(
    `Exit status ${gate.status}:`,
    gate.causes.map((cause) => `- ${markdownCode(cause, 600)}`),
  );
}

/** What was in progress when the target stopped answering. */
function stopLines({ targetStop }: Report): string[] {
  if (targetStop === undefined) return [];
  return titled('### The target stopped answering', [
    stopText(targetStop),
    '',
    ...targetStop.candidates.flatMap(({ requirement, operation, request, exchange, sentAt, replay }) => [
      `- **${requirement}** on ${operation}: ${markdownCode(request)}, ${markdownCode(exchange)}, sent at ${sentAt}`,
      `  - again: ${markdownCode(replay)}`,
    ]),
  ]);
}

/** What to repair, in the order of what turns green; a single requirement says it below. */
function causeLines(view: ReportView): string[] {
  if (view.of('failed').length === 1) return [];
  const linesOf = ({ title, isKnown, places, stacks, worth }: ReportView['causes'][number]): string[] => {
    const where = places.map(({ requirement }) => requirement).join(', ');
    const text = isKnown ? '' : 'No known cause: ';
    const repair = hintText({ title: '', stacks }).trim();
    return [
      `1. ${text}${markdownCode(title, 200)} in ${where}: ${worth}.${repair === '' ? '' : ` ${repair}`}`,
    ];
  };
  return titled('### Causes', firstOf(view.causes, shownResults, linesOf, ''));
}

function section(view: ReportView, outcome: ResultOutcome, title: string): string[] {
  return titled(`### ${title}`, firstOf(view.of(outcome), shownResults, resultLines));
}

function resultLines({ requirement: id, operation, level, reason, findings, clause }: ShownResult): string[] {
  const found = firstOf(findings, shownFindings, findingLines);
  return [
    `- **${id}** on ${operation} (${level}, ${documentPath} line ${clauseLine(id)}): ${markdownCode(clause.quote)}`,
    ...[...(reason === null ? [] : [`- ${markdownCode(reason)}`]), ...found].map((line) => `  ${line}`),
  ];
}

function findingLines({ message, actual, replay, hint, facts: [often, ...facts] }: ShownFinding): string[] {
  return [
    `- ${markdownCode(message)} (${plainLine(often?.text ?? '', 200)}); received: ${markdownCode(actual)}`,
    ...facts.map(({ kind, text }) => `  - ${factLabels[kind]}: ${markdownCode(text, 600)}`),
    ...(hint === undefined ? [] : [`  - often: ${hintText(hint)}`]),
    `  - again: ${markdownCode(replay)}`,
  ];
}

/** Text of the catalogues; sources are links. */
function hintText({ title, stacks }: Pick<Hint, 'title' | 'stacks'>): string {
  const remedies = stacks
    .slice(0, stacksNamed)
    .map(({ name, remedy, source }) => `[${name}](${source}): ${markdownText(remedy)}`);
  return [markdownText(title), ...remedies].join(' ');
}

/** Waived failures, and waivers that expire soon. Waivers that fail the gate are listed as causes of the status. */
function waivedLines({ waived, ending }: ReportView): string[] {
  return titled('### Waived', [
    ...firstOf(waived, shownResults, ({ requirement, operation, excuse = '' }) => [
      `- **${requirement}** on ${operation}: ${markdownCode(excuse, 600)}`,
    ]),
    ...ending.map((sentence) => `- ${markdownCode(sentence, 600)}`),
  ]);
}

/** Grouped by reason, because one missing setting can leave many requirements unexercised. */
function notExercised({ results }: Report): string[] {
  const found = results.filter(({ outcome }) => outcome === 'not-exercised');
  const reasons = groupBy(found, ({ reason }) => reason ?? 'no reason given');
  return titled(
    '### Not exercised',
    [...reasons].map(([reason, alike]) => `- ${alike.length}: ${markdownCode(reason)}`),
  );
}

function within(lines: readonly string[], limit: number): string {
  const note = '\n… cut here; report.json has the rest.\n';
  let text = '';
  let bytes = Buffer.byteLength(note);
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > limit) return `${text}${note}`;
    text += `${line}\n`;
  }
  return text;
}
