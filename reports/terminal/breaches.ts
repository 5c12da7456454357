import type { CaseLine } from '../../journal/journal-line.ts';
import { decodeUtf8 } from '../../json/utf8.ts';
import { requirement } from '../../requirements/catalogue.ts';
import { bodyOf, type Exchange } from '../../wire/exchange.ts';
import { mediaType } from '../../wire/media-type.ts';
import { curlLines } from '../formats/curl.ts';
import { plainLine } from '../formats/plain-text.ts';
import type { Evidence } from '../replay/evidence.ts';
import { leniencyHint } from '../report/leniency-hint.ts';
import type { Report, ReportFinding, ReportResult } from '../report/report.ts';
import { andMore, blank, line, type TerminalLine, wrapped } from './lines.ts';
import { withoutQuote } from './without-quote.ts';

/** How many broken requirements are shown in full, and how many findings of each. */
const shownResults = 10;
const shownFindings = 4;
const longestCurl = 4_000;

/** What broke, the most useful first: clause, request, answer, rate, and how to reproduce it. */
export function breachLines(report: Report, evidence: Evidence, columns: number): TerminalLine[] {
  const failed = report.results.filter(({ outcome, waived }) => outcome === 'failed' && waived === null);
  if (failed.length === 0) return [];
  const more = failed.length - shownResults;
  return [
    blank,
    line(failed.length === 1 ? '1 requirement is broken' : `${failed.length} requirements are broken`, [
      'bold',
      'red',
    ]),
    ...failed.slice(0, shownResults).flatMap((result) => breach(result, report, evidence, columns)),
    ...(more > 0 ? [blank, line(`… and ${more} more in report.json`, 'red')] : []),
  ];
}

function breach(result: ReportResult, report: Report, evidence: Evidence, columns: number): TerminalLine[] {
  const [first, ...others] = result.findings;
  const { quote, section } = requirement(result.requirement);
  return [
    blank,
    line(`FAILED ${result.requirement} · ${result.operation}`, 'red'),
    ...wrapped('  ', `“${quote}” (${section})`, columns),
    ...(first === undefined
      ? []
      : findingLines({ ...first, expected: withoutQuote(first.expected, quote) }, report, evidence, columns)),
    ...others
      .slice(0, shownFindings - 1)
      .flatMap(({ message, rate }) =>
        wrapped('  also      ', `${plainLine(message, 200)} (${plainLine(rate)})`, columns),
      ),
    ...andMore(result.findings.length - shownFindings),
  ];
}

/** A finding with the request and the answer that show it. */
export function findingLines(
  finding: ReportFinding,
  report: Report,
  evidence: Evidence,
  columns: number,
): TerminalLine[] {
  const id = finding.exchanges[0];
  const exchange = id === undefined ? undefined : evidence.exchange(id);
  const record = id === undefined ? undefined : evidence.caseOf(id);
  const hint = leniencyHint(finding);
  const row = (label: string, text: string): TerminalLine[] =>
    wrapped(`  ${label.padEnd(10)}`, text, columns);
  return [
    ...row('found', plainLine(finding.message, 300)),
    ...(exchange === undefined ? [] : row('sent', sent(exchange))),
    ...(record === undefined ? [] : row('wrong', wrongWith(record))),
    ...row('received', exchange === undefined ? plainLine(finding.actual, 300) : cameBack(exchange)),
    ...row('expected', plainLine(finding.expected, 300)),
    ...row('rate', finding.rate),
    ...(hint === undefined ? [] : row('often', hint)),
    ...(exchange === undefined ? [] : curl(exchange, report, columns)),
    line(`  ${'repeat'.padEnd(10)}${plainLine(finding.replay)}`),
  ];
}

/** Not wrapped, so that it can be pasted. */
function curl(exchange: Exchange, { target }: Report, columns: number): TerminalLine[] {
  const parts = curlLines(exchange, target.baseUrl);
  if (parts.join('').length > longestCurl) {
    return wrapped(
      '  curl      ',
      `too long to show; the request is ${exchange.id} in exchanges.ndjson`,
      columns,
    );
  }
  return parts.map((part, index) => line(`  ${(index === 0 ? 'curl' : '').padEnd(10)}${part}`));
}

/** A request on one line, with its body cut. */
export function sent({ request }: Exchange): string {
  const body = request.body.length === 0 ? '' : ` ${textOf(request.body, 240)}`;
  return `${plainLine(`${request.method} ${request.target}`, 200)}${body}`;
}

function wrongWith({ wrong, credential, name }: CaseLine): string {
  if (wrong !== 'valid') {
    const place = wrong.pointer === '' ? 'the body' : wrong.pointer;
    return plainLine(`${place}: ${wrong.name} (${wrong.keyword})`, 200);
  }
  if (credential !== 'valid') return plainLine(`the credential: ${credential} (${name})`, 200);
  return plainLine(`nothing, the request is valid (${name})`, 200);
}

/** An answer, or the failure to get one, on one line, with its body cut. */
export function cameBack({ answer, failure }: Exchange): string {
  const nothing = failure === undefined ? [] : [plainLine(failure.message, 200)];
  if (answer === undefined) return nothing[0] ?? 'no answer';
  const body = bodyOf(answer);
  const head = plainLine(`${answer.status} ${mediaType(answer) ?? 'without Content-Type'}`, 100);
  return [head, body.length === 0 ? 'with an empty body' : textOf(body, 320), ...nothing].join(' ');
}

function textOf(bytes: Buffer, limit: number): string {
  const text = decodeUtf8(bytes);
  return text === undefined
    ? `${bytes.length} bytes that are not UTF-8: ${plainLine(bytes.toString('latin1'), limit / 2)}`
    : plainLine(text, limit);
}
