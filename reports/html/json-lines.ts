import { escapeSegment, segments } from '../../json/json-pointer.ts';
import { jsonTokens, syntaxErrorAt } from '../../json/scan-json.ts';
import { grouped, visibleText } from '../formats/plain-text.ts';
import { deepest, type Piece, type PieceLine } from './pieces.ts';

/** Marks by JSON pointer; the empty pointer is the whole body. */
export type Marks = ReadonlyMap<string, string>;

/** An object or array that is still open. */
interface Open {
  readonly pointer: string;
  readonly kind: '{' | '[';
  index: number;
  key: string;
}

/** JSON in lines, and whether they are all of it. */
export interface LaidOut {
  readonly lines: readonly PieceLine[];
  readonly isWhole: boolean;
}

/** Limit for a marked value, which is shown at greater length. */
const markedValue = 1_000;

/**
 * Formats JSON in lines and keeps its tokens unchanged, including numbers, escapes and duplicate members. Strings and
 * numbers longer than `value` characters are cut. A mark on a missing member becomes a line of its own. Without marks,
 * formatting stops after `unmarked` characters.
 * @returns where the text stops being JSON, if it is not one JSON value
 */
export function jsonLines(
  text: string,
  marks: Marks,
  { value: longest, unmarked }: { readonly value: number; readonly unmarked: number },
): LaidOut | { readonly brokenAt: number } {
  const brokenAt = syntaxErrorAt(text);
  if (brokenAt !== undefined) return { brokenAt };
  const layout = emptyLayout(marks, longest);
  for (const token of jsonTokens(text)) {
    if (marks.size === 0 && layout.length > unmarked) return { lines: layout.lines, isWhole: false };
    takeToken(layout, token);
    layout.last = token;
  }
  return { lines: withMissing(layout.lines, marks, layout.met, layout.begins), isWhole: true };
}

/** The lines so far, and the current place in the value. */
interface Layout {
  readonly marks: Marks;
  readonly longest: number;
  /** The depth of the deepest mark. Pointers below it are not built, or hostile nesting would make them huge. */
  readonly reach: number;
  readonly lines: { indent: number; pieces: Piece[] }[];
  readonly open: Open[];
  /** The line on which the object or array at a pointer starts. */
  readonly begins: Map<string, number>;
  readonly met: Set<string>;
  readonly active: { mark: string; depth: number }[];
  length: number;
  awaitsKey: boolean;
  last: string;
}

function emptyLayout(marks: Marks, longest: number): Layout {
  return {
    marks,
    longest,
    reach: Math.max(-1, ...[...marks.keys()].map((pointer) => segments(pointer).length)),
    lines: [{ indent: 0, pieces: [] }],
    open: [],
    begins: new Map(),
    met: new Set(),
    active: [],
    length: 0,
    awaitsKey: false,
    last: '',
  };
}

function takeToken(layout: Layout, token: string): void {
  const { lines, open, begins, last } = layout;
  const isFirst = last === '{' || last === '[';
  if (isFirst && token !== '}' && token !== ']') breakLine(layout);
  if (token === '{' || token === '[') {
    const pointer = beginValue(layout);
    put(layout, token);
    if (pointer !== undefined) begins.set(pointer, lines.length - 1);
    open.push({ pointer: pointer ?? '', kind: token, index: 0, key: '' });
    layout.awaitsKey = token === '{';
  } else if (token === '}' || token === ']') {
    open.pop();
    if (!isFirst) breakLine(layout);
    put(layout, token);
    endValue(layout);
    layout.awaitsKey = false;
  } else if (token === ',') {
    put(layout, ',');
    const holder = open.at(-1);
    if (holder !== undefined) holder.index += 1;
    breakLine(layout);
    layout.awaitsKey = holder?.kind === '{';
  } else if (token === ':') {
    put(layout, ': ');
    layout.awaitsKey = false;
  } else {
    takeWord(layout, token);
  }
}

/** A string, number or literal, as a member name or a value. */
function takeWord(layout: Layout, token: string): void {
  const { open, reach, longest, awaitsKey } = layout;
  const holder = open.at(-1);
  if (awaitsKey && holder !== undefined) {
    if (open.length <= reach) holder.key = String(JSON.parse(token));
    put(layout, shortToken(token, longest));
    return;
  }
  beginValue(layout);
  put(layout, shortToken(token, layout.active.length > 0 ? Math.max(markedValue, longest) : longest));
  endValue(layout);
}

function put(layout: Layout, shown: string): void {
  const { lines, open, active } = layout;
  const mark = active.at(-1)?.mark;
  layout.length +=
    shown.length + (lines.at(-1)?.pieces.length === 0 ? 2 * Math.min(open.length, deepest) : 0);
  lines.at(-1)?.pieces.push(mark === undefined ? { text: shown } : { text: shown, mark });
}

function breakLine({ lines, open }: Layout): void {
  lines.push({ indent: open.length, pieces: [] });
}

/** The pointer of the value that starts here; undefined if it is deeper than every mark. */
function beginValue({ open, reach, marks, met, active }: Layout): string | undefined {
  if (open.length > reach) return undefined;
  const pointer = pointerIn(open.at(-1));
  const mark = marks.get(pointer);
  if (mark !== undefined) {
    met.add(pointer);
    active.push({ mark, depth: open.length });
  }
  return pointer;
}

function endValue({ open, active }: Layout): void {
  if (active.at(-1)?.depth === open.length) active.pop();
}

/** A string, number or literal; a cut string keeps its closing quote. */
function shortToken(token: string, longest: number): string {
  if (token.length <= longest) return visibleText(token);
  const end = token.startsWith('"') ? '"' : '';
  return `${visibleText(token.slice(0, longest))}…${end} ✂ ${grouped(token.length)} characters`;
}

function pointerIn(holder: Open | undefined): string {
  if (holder === undefined) return '';
  return `${holder.pointer}/${holder.kind === '[' ? holder.index : escapeSegment(holder.key)}`;
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
