import { escapeSegment } from '../../../json/json-pointer.ts';

/** What JSON.parse does not reveal about a text; places are JSON pointers. */
export interface JsonSurvey {
  /** Duplicated members. */
  readonly duplicates: readonly string[];
  /** Numbers with a point, an exponent or a minus sign before zero. */
  readonly floats: ReadonlySet<string>;
  /** Whether a string or name contains half of a surrogate pair. */
  readonly hasLoneSurrogate: boolean;
}

/** A container on the path to the current place; `step` is the current member name or index. */
interface Container {
  readonly names: Set<string> | undefined;
  step: string | number;
  expectsName: boolean;
}

const beginnings = /"|[{}[\],:]|[^\s{}[\],:"]+/g;
const float = /^-?\d.*[.eE]|^-0$/;

/** Surveys a text that JSON.parse accepts. Iterative, because texts may be nested thousands deep. */
export function surveyJson(text: string): JsonSurvey {
  const containers: Container[] = [];
  const duplicates: string[] = [];
  const floats = new Set<string>();
  let hasLoneSurrogate = false;
  const pointer = (): string => containers.map(({ step }) => `/${escapeSegment(String(step))}`).join('');
  for (const token of tokensOf(text)) {
    const top = containers.at(-1);
    if (token === '{') containers.push({ names: new Set(), step: '', expectsName: true });
    else if (token === '[') containers.push({ names: undefined, step: 0, expectsName: false });
    else if (token === '}' || token === ']') containers.pop();
    else if (token === ',' && top !== undefined) advance(top);
    else if (token.startsWith('"')) {
      const string = JSON.parse(token) as string;
      hasLoneSurrogate ||= /\p{Surrogate}/u.test(string);
      if (top?.names === undefined || !top.expectsName) continue;
      top.step = string;
      top.expectsName = false;
      if (top.names.has(string)) duplicates.push(pointer());
      top.names.add(string);
    } else if (float.test(token)) floats.add(pointer());
  }
  return { duplicates, floats, hasLoneSurrogate };
}

/** Strings are not matched by one pattern: a group for each escape overflows the stack in a long one. */
function* tokensOf(text: string): Generator<string> {
  for (let at = 0; ; ) {
    beginnings.lastIndex = at;
    const found = beginnings.exec(text);
    if (found === null) return;
    const [token] = found;
    at = token === '"' ? endOfString(text, found.index) : found.index + token.length;
    yield text.slice(found.index, at);
  }
}

/** The index behind the closing quote. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function advance(container: Container): void {
  if (typeof container.step === 'number') container.step += 1;
  else container.expectsName = true;
}
