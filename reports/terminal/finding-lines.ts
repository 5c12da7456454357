import { named } from '../../checks/answers/answer-kind.ts';
import { bodyOf, type Exchange } from '../../wire/exchange.ts';
import { bodyWindow } from '../formats/body-window.ts';
import { curlLines, curlSequence } from '../formats/curl.ts';
import { plainLine } from '../formats/plain-text.ts';
import { withNames } from '../formats/shown-text.ts';
import type { Evidence } from '../replay/evidence.ts';
import { exampleName, exampleRole } from '../report/example-role.ts';
import { factLabels, findingFacts } from '../report/finding-facts.ts';
import { type Hint, hintOf, stacksNamed } from '../report/hint.ts';
import type { Report, ReportFinding, ReportResult } from '../report/report.ts';
import { requestDifference } from '../report/request-difference.ts';
import { line, type TerminalLine } from './lines.ts';
import { folded, wrapped } from './wrapped.ts';

const longestCurl = 4_000;

/** How much of a body is shown. */
const shown = { request: 240, answer: 320 };

/** A finding with the requests and the answers that show it, and what usually causes it. */
export function findingLines(
  { requirement, finding }: Pick<ReportResult, 'requirement'> & { readonly finding: ReportFinding },
  report: Report,
  evidence: Evidence,
  columns: number,
): TerminalLine[] {
  const hint = hintOf(requirement, finding);
  const examples = examplesOf(finding).flatMap((id) => evidence.exchange(id) ?? []);
  const before = (finding.behind ?? []).flatMap((id) => evidence.exchange(id) ?? []);
  const row = (label: string, text: string): TerminalLine[] =>
    wrapped(`  ${label.padEnd(10)}`, text, columns);
  return [
    ...row('found', plainLine(finding.message, 300)),
    ...findingFacts(finding).flatMap(({ kind, text }) =>
      row(factLabels[kind], plainLine(withNames(text), 300)),
    ),
    ...(before.length === 0 ? [] : row('before', plainLine(beforeText(before, evidence), 600))),
    ...examples.flatMap((exchange) => exampleLines(exchange, finding, evidence, columns)),
    ...(examples.length === 2 ? row('differ in', requestDifference(examples)) : []),
    ...(examples.length === 0 ? row('received', plainLine(finding.actual, 300)) : []),
    ...(isComparedAlone(finding) ? row('actual', plainLine(finding.actual, 300)) : []),
    ...row('expected', plainLine(finding.expected, 300)),
    ...(hint === undefined ? [] : hintLines(hint, columns)),
    ...(before.length === 0
      ? examples.flatMap((exchange) => curl(exchange, report, columns))
      : sequence([...before, ...examples], report, columns)),
    line(`  ${'again'.padEnd(10)}${plainLine(finding.replay)}`),
  ];
}

/** A relation between more answers than are shown: what is wrong, such as the missing users, is in none of them. */
function isComparedAlone({ place, sides, exchanges, actual }: ReportFinding): boolean {
  return place === 'relation' && sides === undefined && exchanges.length > 0 && actual !== '';
}

/** One exchange shows a finding, unless it is a contradiction between two. */
function examplesOf({ exchanges, sides }: ReportFinding): readonly string[] {
  return sides === undefined ? exchanges.slice(0, 1) : sides.map(({ exchange }) => exchange);
}

function exampleLines(
  exchange: Exchange,
  finding: ReportFinding,
  evidence: Evidence,
  columns: number,
): TerminalLine[] {
  const record = evidence.caseOf(exchange.id);
  const isRequest = finding.place === 'request';
  const wrong = record === undefined || record.wrong === 'valid' ? '' : record.wrong.pointer;
  const { request } = exchange;
  const sentBody = request.body.length === 0 ? undefined : bodyWindow(request.body, wrong, shown.request);
  const answered = answerOf(exchange, isRequest ? '' : finding.pointer);
  const row = (label: string, text: string): TerminalLine[] =>
    wrapped(`  ${label.padEnd(10)}`, text, columns);
  const rest = (text: string): TerminalLine[] => folded(' '.repeat(12), plainLine(text), columns);
  const isFaulty = record !== undefined && record.wrong !== 'valid';
  return [
    ...(record === undefined
      ? []
      : row('example', plainLine(withNames(exampleRole(record, exchange.id)), 300))),
    ...row('sent', plainLine(`${request.method} ${request.target}`, 300)),
    ...(sentBody === undefined ? [] : rest(sentBody.text)),
    ...(isFaulty && sentBody?.at !== undefined ? row('at', plainLine(sentBody.at)) : []),
    ...row('received', answered.head),
    ...(answered.body === undefined ? [] : rest(answered.body)),
  ];
}

/** An answer, or the failure to get one: its first line, and its body around a pointer. */
function answerOf({ answer, failure }: Exchange, pointer: string): { head: string; body?: string } {
  const nothing = failure === undefined ? '' : plainLine(withNames(failure.message), 200);
  if (answer === undefined) return { head: nothing === '' ? 'no answer' : nothing };
  const body = bodyOf(answer);
  const head = plainLine(withNames(named(answer)), 100);
  const after = nothing === '' ? '' : `, ${nothing}`;
  if (body.length === 0) return { head: `${head} with an empty body${after}` };
  return { head: `${head}${after}`, body: bodyWindow(body, pointer, shown.answer).text };
}

/** What was sent before on the same connection, and how it was answered. */
function beforeText(exchanges: readonly Exchange[], evidence: Evidence): string {
  const each = exchanges.map(({ id, answer }) => {
    const record = evidence.caseOf(id);
    const what = record === undefined ? 'a request' : exampleName(record, id);
    return `${what} (${answer?.status ?? 'no answer'})`;
  });
  return `on the same connection: ${each.join(', ')}`;
}

/** The requests of a sequence in one command, which sends them on one connection. */
function sequence(exchanges: readonly Exchange[], { target }: Report, columns: number): TerminalLine[] {
  const parts = curlSequence(exchanges, target.baseUrl);
  if (parts !== undefined && parts.join('').length <= longestCurl) return curlRows(parts);
  const ids = exchanges.map(({ id }) => id).join(', ');
  return wrapped('  curl      ', `too long to show; the requests are ${ids} in exchanges.ndjson`, columns);
}

/** Not wrapped, so that it can be pasted. */
function curlRows(parts: readonly string[]): TerminalLine[] {
  return parts.map((part, index) => line(`  ${(index === 0 ? 'curl' : '').padEnd(10)}${part}`));
}

function curl(exchange: Exchange, { target }: Report, columns: number): TerminalLine[] {
  const parts = curlLines(exchange, target.baseUrl);
  if (parts.join('').length > longestCurl) {
    return wrapped(
      '  curl      ',
      `too long to show; the request is ${exchange.id} in exchanges.ndjson`,
      columns,
    );
  }
  return curlRows(parts);
}

/**
 * A request and its answer, each on one line.
 * @param wrong what to show of a long request: the JSON pointer of what is wrong with it
 */
export function exchangeLines(exchange: Exchange, columns: number, wrong = ''): TerminalLine[] {
  const { request } = exchange;
  const { head, body } = answerOf(exchange, '');
  const sentBody = request.body.length === 0 ? '' : bodyWindow(request.body, wrong, shown.request).text;
  return [
    ...wrapped('  sent      ', plainLine(`${request.method} ${request.target} ${sentBody}`), columns),
    ...wrapped('  received  ', plainLine(`${head} ${body ?? ''}`), columns),
  ];
}

/** What usually causes a finding, and what to set in some stacks; an address is never wrapped, so that it can be opened. */
export function hintLines({ title, stacks }: Hint, columns: number): TerminalLine[] {
  return [
    ...wrapped(`  ${'likely'.padEnd(10)}`, title, columns),
    ...stacks
      .slice(0, stacksNamed)
      .flatMap(({ name, remedy, source }) => [
        ...wrapped(' '.repeat(12), `${name}: ${remedy}`, columns),
        line(`${' '.repeat(14)}${source}`),
      ]),
  ];
}
