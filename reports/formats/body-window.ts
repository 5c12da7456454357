import { type Span, syntaxErrorAt, valueSpan } from '../../json/scan-json.ts';
import { decodeUtf8 } from '../../json/utf8.ts';
import { withBlanks, withNames } from './plain-text.ts';

/** How much of a value or of the text behind an error is repeated. */
const repeated = 60;

/**
 * The part of a body that shows a fault, at most `limit` characters of it, as one line of text with `…` where it is cut and names
 * of invisible characters.
 * @param pointer where the fault is; the whole body if empty, of which the first syntax error is shown
 * @returns `at`: where the fault is, if that can be told: `byte 12`, or the value at a pointer
 */
export function bodyWindow(bytes: Buffer, pointer: string, limit: number): { text: string; at?: string } {
  const text = decodeUtf8(bytes);
  if (text === undefined) return binaryWindow(bytes, limit);
  const error = syntaxErrorAt(text);
  if (error !== undefined)
    return { text: around(text, { start: error, end: error + 1 }, limit), ...atError(text, error) };
  const span = pointer === '' ? undefined : valueSpan(text, pointer);
  if (span !== undefined)
    return { text: around(text, span, limit), at: `${pointer}: ${short(text.slice(span.start, span.end))}` };
  // A missing member: its parent shows best that it is not there.
  const parent = pointer === '' ? undefined : valueSpan(text, pointer.slice(0, pointer.lastIndexOf('/')));
  const shown = around(text, parent ?? { start: 0, end: 0 }, limit);
  return parent === undefined ? { text: shown } : { text: shown, at: `${pointer} is missing` };
}

/** An empty body, and one that is no JSON from the start, need no place. */
function atError(text: string, error: number): { at?: string } {
  if (text.trim() === '' || error === 0) return {};
  const byte = Buffer.byteLength(text.slice(0, error)) + 1;
  const what = error >= text.length ? 'the text ends' : short(text.slice(error, error + 20));
  return { at: `byte ${byte}: ${what}` };
}

/** Bytes that are not UTF-8, in hexadecimal around the first wrong one. */
function binaryWindow(bytes: Buffer, limit: number): ReturnType<typeof bodyWindow> {
  const wrong = firstWrongByte(bytes);
  const start = Math.max(0, wrong - 40);
  const text = bytes.toString('latin1', start, start + limit);
  const hex = bytes.toString('hex', wrong, wrong + 4);
  return {
    text: `${start > 0 ? '…' : ''}${withNames(text)}${start + limit < bytes.length ? '…' : ''}`,
    at: `byte ${wrong + 1}: 0x${hex} is not UTF-8`,
  };
}

/** The length of the longest prefix that is UTF-8. */
function firstWrongByte(bytes: Buffer): number {
  let [low, high] = [0, bytes.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isPrefix(bytes.subarray(0, middle))) low = middle;
    else high = middle - 1;
  }
  return low;
}

function isPrefix(bytes: Buffer): boolean {
  try {
    // As in a stream, the last character may be incomplete.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function around(text: string, { start, end }: Span, limit: number): string {
  if (text.length <= limit) return shownJson(text);
  const room = Math.max(0, limit - Math.min(limit, end - start));
  const from = Math.max(0, Math.min(start - Math.floor(room / 2), text.length - limit));
  const to = Math.min(text.length, from + limit);
  return `${from > 0 ? '…' : ''}${shownJson(text.slice(from, to))}${to < text.length ? '…' : ''}`;
}

function short(text: string): string {
  return shownJson(text.length <= repeated ? text : `${text.slice(0, repeated)}…`);
}

function shownJson(text: string): string {
  return withNames(withBlanks(text));
}
