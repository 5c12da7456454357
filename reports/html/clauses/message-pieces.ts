import { decodeUtf8 } from '../../../json/utf8.ts';
import { bodyOf, type Exchange, type HeaderPair } from '../../../wire/exchange.ts';
import { grouped } from '../../terminal/grouped.ts';
import { jsonLines, type Marks } from '../exchange/json-lines.ts';
import type { ExchangeMarks } from '../exchange/marks.ts';
import { shorterLines } from '../exchange/shorter-lines.ts';
import { visibleText } from '../exchange/visible-text.ts';
import type { ExchangeLimits } from '../limits.ts';
import { brokenJsonLines } from './broken-json.ts';
import { joinedLines, type Piece, type PieceLine, plainLineOf } from './pieces.ts';

/** A request as text: request line, headers, formatted body. */
export function requestPieces({ request }: Exchange, marks: ExchangeMarks, limits: ExchangeLimits): Piece[] {
  const { method, target, headers, body } = request;
  return joinedLines([
    plainLineOf(`${visibleText(method, 40)} ${visibleText(target, limits.target)}`),
    ...headerLines(headers, marks.requestHeaders, limits),
    ...bodyLines(body, marks.request, limits),
  ]);
}

/** An answer as text: status, headers, formatted body, and why it did not complete. */
export function answerPieces(
  { answer, failure }: Exchange,
  marks: ExchangeMarks,
  limits: ExchangeLimits,
): Piece[] {
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
