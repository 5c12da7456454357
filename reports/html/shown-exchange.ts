import { decodeUtf8 } from '../../json/utf8.ts';
import { bodyOf, type Exchange, type HeaderPair } from '../../wire/exchange.ts';
import { curlLines, longestCurl } from '../formats/curl.ts';
import { grouped, visibleText } from '../formats/plain-text.ts';
import type { ReportFinding, ReportResult } from '../report/report.ts';
import type { ShownFinding } from '../report/view.ts';
import { jsonLines, type Marks } from './json-lines.ts';
import {
  brokenJsonLines,
  joinedLines,
  type Piece,
  type PieceLine,
  plainLineOf,
  shorterLines,
} from './pieces.ts';

/** How much is shown of an exchange in a finding; lengths in characters. */
const fullLimits = {
  target: 2_000,
  headers: 60,
  headerValue: 1_000,
  /** A JSON string or number. */
  value: 300,
  body: 6_000,
  /** Longer bodies are cut to this many bytes before they are parsed. */
  laidOut: 256 * 1024,
  /** Headers to omit because they rarely differ, in lower case. */
  withoutHeaders: new Set<string>(),
};

type ExchangeLimits = Readonly<typeof fullLimits>;

/** Limits for every other exchange. */
const briefLimits: ExchangeLimits = {
  target: 200,
  headers: 16,
  headerValue: 120,
  value: 44,
  body: 460,
  laidOut: 64 * 1024,
  withoutHeaders: new Set(['host', 'connection', 'keep-alive', 'user-agent', 'content-length', 'date']),
};

/** The same for an exchange with the accepted credential. */
const briefestLimits: ExchangeLimits = {
  ...briefLimits,
  withoutHeaders: new Set([...briefLimits.withoutHeaders, 'authorization']),
};

export type ShownExchange = ReturnType<typeof showExchange>;

/** An exchange cut to the limits of a page; with the curl command only if it is shown in full. */
export function showExchange(
  exchange: Exchange,
  of: { full: boolean; said: readonly FindingOfResult[]; credential: string; baseUrl: string },
) {
  const { full, said, credential, baseUrl } = of;
  const brief = credential === 'valid' ? briefestLimits : briefLimits;
  const limits = full ? fullLimits : brief;
  const marks = marksOf(exchange, said, credential);
  const { id, request, answer, failure, ms } = exchange;
  const curl =
    full && request.body.length <= longestCurl ? curlLines([exchange], baseUrl)?.join('\n') : undefined;
  return {
    id,
    method: visibleText(request.method, 20),
    target: visibleText(request.target, 120),
    /** The status, or the kind of failure. */
    status: answer === undefined ? (failure?.kind ?? 'no answer') : String(answer.status),
    ms,
    request: requestPieces(exchange, marks, limits),
    answer: answerPieces(exchange, marks, limits),
    curl: curl === undefined || curl.length > longestCurl ? undefined : curl,
  };
}

/** A request as text: request line, headers, formatted body. */
function requestPieces({ request }: Exchange, marks: ExchangeMarks, limits: ExchangeLimits): Piece[] {
  const { method, target, headers, body } = request;
  return joinedLines([
    plainLineOf(`${visibleText(method, 40)} ${visibleText(target, limits.target)}`),
    ...headerLines(headers, marks.requestHeaders, limits),
    ...bodyLines(body, marks.request, limits),
  ]);
}

/** An answer as text: status, headers, formatted body, and why it did not complete. */
function answerPieces({ answer, failure }: Exchange, marks: ExchangeMarks, limits: ExchangeLimits): Piece[] {
  const ending = failure === undefined ? [] : [plainLineOf(visibleText(failure.message, 300), marks.status)];
  if (answer === undefined) return joinedLines(ending);
  const present = new Set(answer.headers.map(([name]) => name.toLowerCase()));
  const missing = [...marks.answerHeaders].filter(([name]) => !present.has(name));
  const first = plainLineOf(`${answer.status} ${visibleText(answer.reason, 80)}`.trimEnd(), marks.status);
  return joinedLines([
    first,
    ...headerLines(answer.headers, marks.answerHeaders, limits),
    ...missing.map(([name, mark]) => plainLineOf(`← ${spelled(name)} is missing here`, mark)),
    ...bodyLines(bodyOf(answer), marks.answer, limits),
    ...ending,
  ]);
}

/** A header's name as it is usually written: `Content-Type`. */
function spelled(name: string): string {
  const known: Readonly<Record<string, string>> = { 'www-authenticate': 'WWW-Authenticate' };
  return known[name] ?? name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
}

function headerLines(headers: readonly HeaderPair[], marks: Marks, limits: ExchangeLimits): PieceLine[] {
  const told = headers.filter(([name]) => {
    const key = name.toLowerCase();
    return marks.has(key) || !limits.withoutHeaders.has(key);
  });
  const shown = told.slice(0, limits.headers).map(([name, value]) => {
    const text = `${visibleText(name, 80)}: ${visibleText(value, limits.headerValue)}`;
    return plainLineOf(text.replaceAll('\n', '⟨U+000A⟩'), marks.get(name.toLowerCase()));
  });
  const more = told.length - shown.length;
  return more > 0 ? [...shown, plainLineOf(`✂ ${grouped(more)} headers`)] : shown;
}

function bodyLines(body: Buffer, marks: Marks, limits: ExchangeLimits): PieceLine[] {
  const whole = marks.get('');
  if (body.length === 0) {
    return whole === undefined ? [] : [plainLineOf(''), plainLineOf('← the body is empty', whole)];
  }
  if (body.length > limits.laidOut) {
    const start = visibleText(body.toString('utf8', 0, limits.body));
    return [plainLineOf(''), plainLineOf(`${start}… ✂ ${grouped(body.length)} bytes`, whole)];
  }
  const text = decodeUtf8(body);
  if (text === undefined) {
    const shown = visibleText(body.toString('latin1'), limits.body);
    return [
      plainLineOf(''),
      plainLineOf(`(${grouped(body.length)} bytes that are not UTF-8, read as Latin-1)`, whole),
      plainLineOf(shown, whole),
    ];
  }
  const laidOut = jsonLines(text, marks, { value: limits.value, unmarked: limits.body });
  const [mark] = marks.values();
  if ('brokenAt' in laidOut)
    return [plainLineOf(''), ...brokenJsonLines(text, laidOut.brokenAt, mark, limits.body)];
  if (laidOut.isWhole) return [plainLineOf(''), ...shorterLines(laidOut.lines, limits.body)];
  return [plainLineOf(''), ...laidOut.lines, plainLineOf(`✂ the rest of ${grouped(body.length)} bytes`)];
}

/** What a finding says of one exchange. */
export interface FindingOfResult {
  readonly result: ReportResult;
  readonly finding: ShownFinding;
}

/** The wrong parts of an exchange, each with a description. */
type ExchangeMarks = ReturnType<typeof marksOf>;

const credentialHeaders = ['authorization', 'sec-websocket-protocol'];

/**
 * Where findings are in an exchange. A pointer is into the answer, or into the request if that should have been
 * rejected; a finding without a place marks its pointer, or else the status.
 * @param credential what is wrong with the credential of the case, or `valid`
 */
export function marksOf(
  exchange: Exchange,
  said: readonly { readonly finding: ReportFinding }[],
  credential: string,
) {
  const request = new Map<string, string>();
  const requestHeaders = new Map<string, string>();
  const answer = new Map<string, string>();
  const answerHeaders = new Map<string, string>();
  let status: string | undefined;
  for (const { finding } of said) {
    const { place, header, pointer } = finding;
    const mark = markOf(finding);
    if (place === 'request' && exchange.answer !== undefined) {
      if (credential === 'valid') request.set(pointer, mark);
      else for (const name of credentialHeaders) requestHeaders.set(name, mark);
    } else if (pointer !== '' || place === 'body') answer.set(pointer, mark);
    else if (header !== undefined) answerHeaders.set(header, mark);
    else status = mark;
  }
  return { request, requestHeaders, answer, answerHeaders, status };
}

/** The name of a finding in the marks of an exchange. */
export function markOf({ message }: ReportFinding): string {
  return visibleText(message, 120);
}
