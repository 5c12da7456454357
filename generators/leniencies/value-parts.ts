import { isObject } from '../../json/read-json.ts';
import type { Parts } from './template.ts';

/** Longer strings are not written as arrays of their bytes, so that a request stays below 64 KiB (ruling 35). */
const longestInBytes = 8_000;

/** An integer with more digits than common readers of numbers take (ruling 45). */
export const manyDigits = '7'.repeat(5_000);

const json = (value: unknown): string => JSON.stringify(value);

/** The parts of the templates of `value`, for a valid value and the names of its enumeration. */
export function valueParts(valid: unknown, names: readonly string[] = []): Parts {
  const isKnown = valid !== undefined;
  return {
    value: isKnown ? json(valid) : undefined,
    manyDigits,
    string: isKnown ? json(typeof valid === 'string' ? valid : json(valid)) : undefined,
    ...partsOfString(typeof valid === 'string' ? valid : undefined),
    ...partsOfArray(Array.isArray(valid) ? valid : []),
    ...partsOfObject(isObject(valid) ? valid : undefined),
    ...partsOfName(names, valid),
  };
}

function partsOfString(text: string | undefined): Parts {
  const isShort = text !== undefined && text.length <= longestInBytes;
  return {
    content: text === undefined ? undefined : json(text).slice(1, -1),
    bytes: isShort ? json([...Buffer.from(text)]) : undefined,
    characters: isShort ? json([...text]) : undefined,
  };
}

function partsOfArray(elements: readonly unknown[]): Parts {
  if (elements.length === 0) return { first: undefined, indexed: undefined, joined: undefined };
  const isText = elements.every((each) => typeof each === 'string');
  return {
    first: json(elements[0]),
    indexed: json({ ...elements }),
    joined: isText ? json(elements.join(',')) : undefined,
  };
}

function partsOfObject(members: Readonly<Record<string, unknown>> | undefined): Parts {
  if (members === undefined) return { values: undefined, pairs: undefined, flat: undefined };
  const entries = Object.entries(members);
  return { values: json(Object.values(members)), pairs: json(entries), flat: json(entries.flat()) };
}

/** The last word of a name such as HASHING_SCHEME_VERSION_V2, and the name in other notations. */
const notations: Readonly<Record<string, (name: string) => string>> = {
  lowerText: (name) => name.toLowerCase(),
  capitalText: (name) => `${name.charAt(0)}${name.slice(1).toLowerCase()}`,
  camelText: (name) => camel(name.toLowerCase()),
  shortText: lastWord,
  lowerShortText: (name) => lastWord(name).toLowerCase(),
  kebabText: (name) => name.replaceAll('_', '-'),
  joinedText: (name) => name.replaceAll('_', ''),
  spacedText: (name) => name.replaceAll('_', ' '),
};

function partsOfName(names: readonly string[], valid: unknown): Parts {
  const ordinal = typeof valid === 'string' ? names.indexOf(valid) : -1;
  const name = names[ordinal];
  return {
    ...Object.fromEntries(
      Object.entries(notations).map(([part, write]) => [
        part,
        name === undefined ? undefined : json(write(name)),
      ]),
    ),
    ordinal: name === undefined ? undefined : String(ordinal),
    ordinalText: name === undefined ? undefined : json(String(ordinal)),
  };
}

function lastWord(name: string): string {
  return name.slice(name.lastIndexOf('_') + 1);
}

function camel(snake: string): string {
  return snake.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
