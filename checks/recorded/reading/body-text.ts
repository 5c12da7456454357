import { isObject, type JsonObject } from '../../../json/read-json.ts';
import { decodeUtf8 } from '../../../json/utf8.ts';
import { type JsonSurvey, surveyJson } from './json-survey.ts';

/** What makes a body ambiguous; whether a target accepts it is open (rulings 12 and 14). */
export type Oddity = 'byte-order-mark' | 'invalid-utf8' | 'lone-surrogate' | 'duplicate-member';

/** A body as text: empty, not a JSON object, or an object with its oddities. */
export type BodyText =
  | { readonly kind: 'empty' }
  | { readonly kind: 'no-object'; readonly problem: string }
  | {
      readonly kind: 'object';
      readonly value: JsonObject;
      readonly survey: JsonSurvey;
      readonly oddities: readonly Oddity[];
    };

const byteOrderMark = '\ufeff';

/** Parses a body as leniently as any target might, and lists what needed leniency. */
export function readBodyText(bytes: Buffer): BodyText {
  const strict = decodeUtf8(bytes);
  const read = readText(strict ?? bytes.toString('utf8'), strict === undefined ? ['invalid-utf8'] : []);
  if (read.kind !== 'no-object') return read;
  // Some parsers recognise UTF-16 by its first bytes; the suite treats it like a byte order mark.
  for (const text of [bytes.toString('utf16le'), swapped(bytes).toString('utf16le')]) {
    const wide = readText(text, ['byte-order-mark']);
    if (wide.kind === 'object') return wide;
  }
  return read;
}

function swapped(bytes: Buffer): Buffer {
  return Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2))).swap16();
}

function readText(text: string, oddities: readonly Oddity[]): BodyText {
  if (text.trim() === '') return { kind: 'empty' };
  if (text.startsWith(byteOrderMark)) {
    const marked = oddities.includes('byte-order-mark')
      ? oddities
      : [...oddities, 'byte-order-mark' as const];
    return readText(text.slice(1), marked);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'no-object', problem: 'not one JSON value' };
  }
  if (!isObject(value)) return { kind: 'no-object', problem: 'a JSON value that is not an object' };
  const survey = surveyJson(text);
  return {
    kind: 'object',
    value,
    survey,
    oddities: [
      ...oddities,
      ...(survey.hasLoneSurrogate ? ['lone-surrogate' as const] : []),
      ...(survey.duplicates.length > 0 ? ['duplicate-member' as const] : []),
    ],
  };
}
