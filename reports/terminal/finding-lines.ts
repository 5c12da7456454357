import { named } from '../../judges/answers/answer-kind.ts';
import { bodyOf, type Exchange } from '../../wire/exchange.ts';
import { bodyWindow } from '../formats/body-window.ts';
import { curlLines, leftOut, longestCurl } from '../formats/curl.ts';
import { counted, plainLine, withNames } from '../formats/plain-text.ts';
import type { Evidence } from '../report/aggregation.ts';
import { type Hint, stacksNamed } from '../report/hint.ts';
import type { ReportFinding } from '../report/report.ts';
import { exampleName, exampleRole, requestDifference } from '../report/request-text.ts';
import { factLabels, type ReportView, type ShownFinding } from '../report/view.ts';
import { folded, line, row, type TerminalLine, wrapped } from './lines.ts';

/** How much of a body is shown. */
const shown = { request: 240, answer: 320 };

/** A finding with the requests and the answers that show it, and what usually causes it. */
export function findingLines(
  finding: ShownFinding,
  { target: { baseUrl }, evidence }: ReportView,
): TerminalLine[] {
  const examples = examplesOf(finding).flatMap((id) => evidence.exchange(id) ?? []);
  const before = (finding.behind ?? []).flatMap((id) => evidence.exchange(id) ?? []);
  return [
    row('found', plainLine(finding.message, 300)),
    ...finding.facts.flatMap(({ kind, text }) => row(factLabels[kind], plainLine(withNames(text), 300))),
    ...(before.length === 0 ? [] : [row('before', plainLine(beforeText(before, evidence), 600))]),
    ...examples.flatMap((exchange) => exampleLines(exchange, finding, evidence)),
    ...(examples.length === 2 ? [row('differ in', requestDifference(examples))] : []),
    ...(examples.length === 0 ? [row('received', plainLine(finding.actual, 300))] : []),
    ...(isComparedAlone(finding) ? [row('actual', plainLine(finding.actual, 300))] : []),
    row('expected', plainLine(finding.expected, 300)),
    ...(finding.hint === undefined ? [] : hintLines(finding.hint)),
    ...(before.length === 0
      ? examples.flatMap((exchange) => plainRows(exchange, finding, baseUrl))
      : curlRows([...before, ...examples], baseUrl)),
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

function exampleLines(exchange: Exchange, finding: ReportFinding, evidence: Evidence): TerminalLine[] {
  const record = evidence.caseOf(exchange.id);
  const isRequest = finding.place === 'request';
  const wrong = record === undefined || record.wrong === 'valid' ? '' : record.wrong.pointer;
  const { request } = exchange;
  const sentBody = request.body.length === 0 ? undefined : bodyWindow(request.body, wrong, shown.request);
  const answered = answerOf(exchange, isRequest ? '' : finding.pointer);
  const rest = (text: string): TerminalLine => folded(' '.repeat(12), plainLine(text));
  const isFaulty = record !== undefined && record.wrong !== 'valid';
  return [
    ...(record === undefined
      ? []
      : [row('example', plainLine(withNames(exampleRole(record, exchange.id)), 300))]),
    row('sent', plainLine(`${request.method} ${request.target}`, 300)),
    ...(sentBody === undefined ? [] : [rest(sentBody.text)]),
    ...(isFaulty && sentBody?.at !== undefined ? [row('at', plainLine(sentBody.at))] : []),
    row('received', answered.head),
    ...(answered.body === undefined ? [] : [rest(answered.body)]),
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

/** How many requests must show a finding, and be all of their kind, before the headers of the client do not matter. */
const enoughRequests = 3;

/** Kinds of input that are headers themselves. */
const ofHeaders = /client|header|accept|encoding|content-type|cookie|expect|upgrade/;

/** The command without the headers of the client, if every request of this kind shows the finding, whatever they are. */
function plainRows(
  exchange: Exchange,
  { input, affected = 0, attempts = 0 }: ReportFinding,
  baseUrl: string,
): TerminalLine[] {
  const count = leftOut(exchange);
  const isPlain =
    affected === attempts && attempts >= enoughRequests && !ofHeaders.test(input?.kind ?? 'header');
  if (!isPlain || count === 0) return curlRows([exchange], baseUrl);
  return [
    ...curlRows([exchange], baseUrl, true),
    wrapped(
      ' '.repeat(12),
      `without ${counted(count, 'header')} of the client: all ${attempts} requests of this kind show it`,
    ),
  ];
}

/** The command that sends requests on one connection; not wrapped, so that it can be pasted. */
function curlRows(exchanges: readonly Exchange[], baseUrl: string, isPlain = false): TerminalLine[] {
  const parts = curlLines(exchanges, baseUrl, isPlain);
  if (parts !== undefined && parts.join('').length <= longestCurl)
    return parts.map((part, index) => line(`  ${(index === 0 ? 'curl' : '').padEnd(10)}${part}`));
  const which = exchanges.length === 1 ? 'the request is' : 'the requests are';
  const ids = exchanges.map(({ id }) => id).join(', ');
  return [row('curl', `too long to show; ${which} ${ids} in exchanges.ndjson`)];
}

/**
 * A request and its answer, each on one line.
 * @param wrong what to show of a long request: the JSON pointer of what is wrong with it
 */
export function exchangeLines(exchange: Exchange, wrong = ''): TerminalLine[] {
  const { request } = exchange;
  const { head, body } = answerOf(exchange, '');
  const sentBody = request.body.length === 0 ? '' : bodyWindow(request.body, wrong, shown.request).text;
  return [
    row('sent', plainLine(`${request.method} ${request.target} ${sentBody}`)),
    row('received', plainLine(`${head} ${body ?? ''}`)),
  ];
}

/** What usually causes a finding, and what to set in some stacks; an address is never wrapped, so that it can be opened. */
export function hintLines({ title, stacks }: Hint): TerminalLine[] {
  return [
    row('likely', title),
    ...stacks
      .slice(0, stacksNamed)
      .flatMap(({ name, remedy, source }) => [
        wrapped(' '.repeat(12), `${name}: ${remedy}`),
        line(`${' '.repeat(14)}${source}`),
      ]),
  ];
}
