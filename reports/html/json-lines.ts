import { escapeSegment, segments } from '../../json/json-pointer.ts';
import { jsonTokens, syntaxErrorAt } from '../../json/scan-json.ts';
import { grouped, visibleText } from '../formats/plain-text.ts';
import { deepest, type Piece, type PieceLine } from './pieces.ts';

/** Marks by JSON pointer; the empty pointer is the whole body. */
export type Marks = ReadonlyMap<string, string>;

/** Limit for a marked value, which is shown at greater length. */
const markedValue = 1_000;

/**
 * Formats JSON in lines and keeps its tokens unchanged, including numbers, escapes and duplicate members. Strings and
 * numbers longer than `value` characters are cut. A mark on a missing member becomes a line of its own. Without marks,
 * formatting stops after `unmarked` characters.
 * @returns the lines, and whether they are all of it; or where the text stops being JSON, if it is not one JSON value
 */
export function jsonLines(
  text: string,
  marks: Marks,
  { value: longest, unmarked }: { readonly value: number; readonly unmarked: number },
): { lines: readonly PieceLine[]; isWhole: boolean } | { brokenAt: number } {
  const brokenAt = syntaxErrorAt(text);
  if (brokenAt !== undefined) return { brokenAt };
  // Pointers below the deepest mark are not built, or hostile nesting would make them huge.
  const reach = Math.max(-1, ...[...marks.keys()].map((pointer) => segments(pointer).length));
  const lines: { indent: number; pieces: Piece[] }[] = [{ indent: 0, pieces: [] }];
  /** The line on which the object or array at a pointer starts. */
  const begins = new Map<string, number>();
  const met = new Set<string>();
  const active: { mark: string; depth: number }[] = [];
  let length = 0;
  let last = '';
  for (const { token, isName, open } of jsonTokens(text)) {
    if (marks.size === 0 && length > unmarked) return { lines, isWhole: false };
    const [opens, closes] = [token === '{' || token === '[', token === '}' || token === ']'];
    const depth = opens ? open.length - 1 : open.length;
    const isFirst = last === '{' || last === '[';
    if (isFirst !== closes) lines.push({ indent: depth, pieces: [] });
    const isWord = !opens && !closes && token !== ',' && token !== ':';
    const isValue = isWord && !isName;
    if ((opens || isValue) && depth <= reach) {
      const pointer = open.slice(0, depth).map(({ step }) => `/${escapeSegment(String(step))}`);
      const mark = marks.get(pointer.join(''));
      if (mark !== undefined) active.push({ mark, depth });
      met.add(pointer.join(''));
      if (opens) begins.set(pointer.join(''), lines.length - 1);
    }
    const most = isValue && active.length > 0 ? Math.max(markedValue, longest) : longest;
    const shown = isWord ? shortToken(token, most) : token === ':' ? ': ' : token;
    const pieces = lines.at(-1)?.pieces ?? [];
    length += shown.length + (pieces.length === 0 ? 2 * Math.min(depth, deepest) : 0);
    pieces.push({ text: shown, mark: active.at(-1)?.mark });
    if ((closes || isValue) && active.at(-1)?.depth === depth) active.pop();
    if (token === ',') lines.push({ indent: depth, pieces: [] });
    last = token;
  }
  return { lines: withMissing(lines, marks, met, begins), isWhole: true };
}

/** A string, number or literal; a cut string keeps its closing quote. */
function shortToken(token: string, longest: number): string {
  if (token.length <= longest) return visibleText(token);
  const end = token.startsWith('"') ? '"' : '';
  return `${visibleText(token.slice(0, longest))}…${end} ✂ ${grouped(token.length)} characters`;
}

/** Adds a line for each mark whose value is missing, in the nearest enclosing object or array. */
function withMissing(
  lines: readonly PieceLine[],
  marks: Marks,
  met: ReadonlySet<string>,
  begins: ReadonlyMap<string, number>,
): PieceLine[] {
  const missing = new Map<number, PieceLine[]>();
  for (const [pointer, mark] of marks) {
    if (met.has(pointer)) continue;
    let around = pointer;
    while (around !== '' && !begins.has(around))
      around = around.slice(0, Math.max(0, around.lastIndexOf('/')));
    const at = begins.get(around) ?? 0;
    const text = `← ${visibleText(pointer.slice(around.length + 1), 200)} is missing here`;
    const line = { indent: (lines[at]?.indent ?? 0) + 1, pieces: [{ text, mark }] };
    missing.set(at, [...(missing.get(at) ?? []), line]);
  }
  if (missing.size === 0) return [...lines];
  return lines.flatMap((line, index) => [line, ...(missing.get(index) ?? [])]);
}
