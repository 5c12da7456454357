import { escapeSegment } from '../json/json-pointer.ts';
import { isObject } from '../json/read-json.ts';

/** The path from the root of a JSON value to a place in it: member names and array indexes. */
export type Path = readonly (string | number)[];

/** The JSON Pointer (RFC 6901) of a path. */
export function pointerOf(path: Path): string {
  return path.map((step) => `/${escapeSegment(String(step))}`).join('');
}

/** The paths of all values inside a JSON value, each before those below it. */
export function pathsIn(value: unknown, path: Path = []): Path[] {
  const own = path.length === 0 ? [] : [path];
  if (Array.isArray(value))
    return [...own, ...value.flatMap((each, index) => pathsIn(each, [...path, index]))];
  if (!isObject(value)) return own;
  return [...own, ...Object.entries(value).flatMap(([name, each]) => pathsIn(each, [...path, name]))];
}

/** The value at a path; undefined where there is none. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path) {
    if (Array.isArray(value) && typeof step === 'number') value = value[step];
    else if (isObject(value) && Object.hasOwn(value, step)) value = value[step];
    else return undefined;
  }
  return value;
}

/** A copy of the value with another value at the path; an index past the last element appends. */
export function withValue(root: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const inner = withValue(valueAt(root, [step]), rest, value);
  if (typeof step === 'number') {
    const elements = Array.isArray(root) ? [...root] : [];
    elements[step] = inner;
    return elements;
  }
  return { ...(isObject(root) ? root : {}), [step]: inner };
}

/** A copy of the value without the member at the path. */
export function withoutMember(root: unknown, path: Path): unknown {
  const parent = path.slice(0, -1);
  const members = valueAt(root, parent);
  if (!isObject(members)) return root;
  const { [String(path.at(-1))]: _removed, ...kept } = members;
  return withValue(root, parent, kept);
}

const standIn = 'the value that is written as text';

/** Writes the JSON text of the value with another text verbatim at the path, for numbers that JSON.stringify cannot write. */
export function textAround(root: unknown, path: Path): (text: string) => string {
  const [front = '', behind = ''] = textsAround(root, path);
  return (text) => `${front}${text}${behind}`;
}

/** The JSON text of the value in front of and behind what is at the path. */
export function textsAround(root: unknown, path: Path): string[] {
  return JSON.stringify(withValue(root, path, standIn)).split(JSON.stringify(standIn));
}
