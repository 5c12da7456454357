import { segments } from './json-pointer.ts';

/** A part of a text: from `start` up to, but not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const [blank, quote, backslash] = [0x20, 0x22, 0x5c];

const blanks = /[ \t\n\r]*/y;
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

type Expected = 'value' | 'value-or-end' | 'name' | 'name-or-end' | 'colon' | 'comma-or-end' | 'nothing';

/** An object or array that is still open. */
interface Open {
  readonly kind: '{' | '[';
  readonly start: number;
  step: string | number;
}

/** Where a scan is; it takes time in proportion to the text. */
interface Scan {
  readonly text: string;
  readonly open: Open[];
  readonly found: (open: readonly Open[], span: Span) => void;
  at: number;
  expected: Expected;
}

/** The index of the first character that makes a text no JSON (RFC 8259 §2); undefined if it is JSON. */
export function syntaxErrorAt(text: string): number | undefined {
  return scan(text, () => {});
}

/**
 * The tokens of a JSON text, unchanged and without white space, each with what is open behind it.
 * @param text valid JSON
 */
export function* jsonTokens(text: string) {
  const open: Open[] = [];
  const state: Scan = { text, open, found: () => {}, at: 0, expected: 'value' };
  for (;;) {
    const from = endOf(blanks, state);
    state.at = from;
    if (from >= text.length || takeToken(state) !== undefined) return;
    const isName = state.expected === 'colon';
    yield { token: text.slice(from, state.at), isName, open: open as readonly Pick<Open, 'step'>[] };
  }
}

/** Where the value at a JSON pointer (RFC 6901) stands in a JSON text; of duplicate members, the last one. */
export function valueSpan(text: string, pointer: string): Span | undefined {
  const wanted = segments(pointer);
  let span: Span | undefined;
  const error = scan(text, (open, found) => {
    if (open.length === wanted.length && open.every(({ step }, index) => String(step) === wanted[index]))
      span = found;
  });
  return error === undefined ? span : undefined;
}

function scan(text: string, found: Scan['found']): number | undefined {
  const state: Scan = { text, open: [], found, at: 0, expected: 'value' };
  for (;;) {
    state.at = endOf(blanks, state);
    if (state.at >= text.length) return state.expected === 'nothing' ? undefined : text.length;
    const error = takeToken(state);
    if (error !== undefined) return error;
  }
}

/** Takes one token; the index of an error, if it is none that may stand here. */
function takeToken(state: Scan): number | undefined {
  const { text, at, expected, open } = state;
  const character = text.charAt(at);
  const inner = open.at(-1);
  const mayEnd = expected === 'value-or-end' || expected === 'name-or-end' || expected === 'comma-or-end';
  if (mayEnd && inner !== undefined && character === (inner.kind === '{' ? '}' : ']')) {
    open.pop();
    endValue(state, inner.start, at + 1);
    return undefined;
  }
  switch (expected) {
    case 'colon':
      return takePunctuation(state, ':', 'value');
    case 'comma-or-end':
      if (inner?.kind === '[') inner.step = Number(inner.step) + 1;
      return takePunctuation(state, ',', inner?.kind === '{' ? 'name' : 'value');
    case 'name':
    case 'name-or-end':
      return takeString(state, (name) => {
        if (inner !== undefined) inner.step = name;
        state.expected = 'colon';
      });
    case 'value':
    case 'value-or-end':
      return takeValue(state, character);
    case 'nothing':
      return at;
  }
}

function takePunctuation(state: Scan, wanted: string, next: Expected): number | undefined {
  if (state.text.charAt(state.at) !== wanted) return state.at;
  state.at += 1;
  state.expected = next;
  return undefined;
}

function takeString(state: Scan, taken: (value: string) => void): number | undefined {
  const { text, at } = state;
  if (text.charAt(at) !== '"') return at;
  const end = endOfString(text, at);
  if (text.charAt(end) !== '"') return end;
  state.at = end + 1;
  taken(JSON.parse(text.slice(at, end + 1)) as string);
  return undefined;
}

function takeValue(state: Scan, character: string): number | undefined {
  const { at } = state;
  if (character === '{' || character === '[') {
    state.open.push({ kind: character, start: at, step: character === '[' ? 0 : '' });
    state.at = at + 1;
    state.expected = character === '{' ? 'name-or-end' : 'value-or-end';
    return undefined;
  }
  if (character === '"') return takeString(state, () => endValue(state, at, state.at));
  const end = endOf(scalar, state);
  if (end === at) return at;
  endValue(state, at, end);
  return undefined;
}

function endValue(state: Scan, start: number, end: number): void {
  state.at = end;
  state.found(state.open, { start, end });
  state.expected = state.open.length === 0 ? 'nothing' : 'comma-or-end';
}

/** Where the closing quote of a string is, or what may not be in one. Not one pattern: in a long string it overflows the stack. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === quote || code < blank) return at;
    const next = code === backslash ? endOf(escaped, { text, at }) : at + 1;
    if (next === at) return at;
    at = next;
  }
  return text.length;
}

/** Where a sticky pattern ends; the current place if it does not match. */
function endOf(pattern: RegExp, { text, at }: Pick<Scan, 'text' | 'at'>): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
