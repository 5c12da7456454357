import { encodingCases } from './json-encodings.ts';
import type { RawBody } from './raw-body.ts';

type Texts = Record<string, string>;

function bodies(verdict: RawBody['verdict'], texts: Texts): RawBody[] {
  return Object.entries(texts).map(([name, text]) => ({ name, bytes: Buffer.from(text), verdict }));
}

function textOf(valid: Buffer): string {
  const text = valid.toString('utf8').trim();
  if (!/^\{\s*"/.test(text)) {
    throw new Error(
      'A malformed body is made from a valid one; give the bytes of a JSON object with members.',
    );
  }
  return text;
}

function truncated(text: string): Texts {
  const cut = (part: number) => text.slice(0, Math.max(1, Math.floor(text.length * part)));
  return {
    'cut behind the first brace': text.slice(0, 1),
    'cut after a quarter': cut(0.25),
    'cut in the middle': cut(0.5),
    'cut after three quarters': cut(0.75),
    'last brace missing': text.slice(0, -1),
    'first brace missing': text.slice(1),
  };
}

function behind(text: string): Texts {
  const texts: Texts = {};
  for (const tail of ['x', ']', '}', ',', ';', 'null', '{}', '\u0000']) {
    texts[`${JSON.stringify(tail)} behind the object`] = `${text}${tail}`;
  }
  return {
    ...texts,
    'the object twice': `${text}${text}`,
    'the object twice, on two lines': `${text}\n${text}`,
  };
}

// The fault is in an extra member, so that a lenient parser finds nothing else to reject.
function withMember(text: string, member: string): string {
  return `{${member},${text.slice(1)}`;
}

function notJson(text: string): Texts {
  const afterBrace = text.slice(1).trimStart();
  const firstName = /^"([^"]*)"/.exec(afterBrace)?.[1] ?? '';
  const afterName = afterBrace.slice(firstName.length + 2);
  const values = {
    'NaN as a value': 'NaN',
    'Infinity as a value': 'Infinity',
    'a number with a leading zero': '01',
    'a hexadecimal number': '0x1F',
    'a number with a plus sign': '+1',
    'a number that ends in a point': '1.',
    'a number that begins with a point': '.5',
    'a number that ends in e': '1e',
    'True with a capital': 'True',
    'undefined as a value': 'undefined',
    'a string in single quotes': "'x'",
    'a line feed inside a string': '"a\nb"',
    'a tab inside a string': '"a\tb"',
    'a NUL inside a string': '"a\u0000b"',
    'an unknown escape': '"\\x41"',
    'an escape of three hex digits': '"\\u041"',
    'a string without its end': '"x',
    'an array with a trailing comma': '[1,]',
    'no value': '',
  };
  const members = Object.entries(values).map(([name, value]) => [name, withMember(text, `"extra":${value}`)]);
  return {
    ...Object.fromEntries(members),
    'a trailing comma': `${text.slice(0, -1)},}`,
    'a leading comma': `{,${text.slice(1)}`,
    'a member name in single quotes': `{'${firstName}'${afterName}`,
    'a member name without quotes': `{${firstName}${afterName}`,
    'a member without a colon': withMember(text, '"extra" 1'),
    'a missing comma': `{"extra":1 ${text.slice(1)}`,
    'a block comment': `{/* comment */${text.slice(1)}`,
    'a line comment': `{// comment\n${text.slice(1)}`,
    'a hash comment': `{# comment\n${text.slice(1)}`,
    'plain text': 'hello',
    XML: '<?xml version="1.0"?><request/>',
    'form data': 'synchronizer=a&partyHint=b',
    YAML: 'synchronizer: a\npartyHint: b\n',
    'NUL bytes': '\u0000'.repeat(16),
    'a NUL byte in front': `\u0000${text}`,
  };
}

const notAnObject = (text: string): Texts => ({
  null: 'null',
  true: 'true',
  false: 'false',
  'a number': '7',
  'a string': '"text"',
  'an empty string': '""',
  'an empty array': '[]',
  'an array of numbers': '[1,2]',
  'an array that holds the valid object': `[${text}]`,
  'a string that holds the valid object': JSON.stringify(text),
});

/** A letter as a JSON escape (RFC 8259 §7). A digit would show less: it is also the end of its own escape. */
const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Only escapes that change the text count. */
function sameValue(text: string): Texts {
  const texts: Texts = {
    'spaces and a line feed behind': `${text}  \n`,
    'line feeds and spaces in front': `\r\n\t ${text}`,
    'indented over several lines': JSON.stringify(JSON.parse(text), null, 2),
    'a member name with an escape': text.replace(
      /^\{\s*"([^"\\])/,
      (_, first: string) => `{"${escaped(first)}`,
    ),
    'an escape in every value': text.replace(
      /:\s*"([^"\\A-Za-z]*)([A-Za-z])/g,
      (_, before: string, letter: string) => `:"${before}${escaped(letter)}`,
    ),
    'escaped solidi': text.replaceAll('/', '\\/'),
  };
  return Object.fromEntries(Object.entries(texts).filter(([, written]) => written !== text));
}

function open(text: string): Texts {
  const value: Record<string, unknown> = JSON.parse(text);
  const [firstName = '', firstValue] = Object.entries(value)[0] ?? [];
  const firstMember = `${JSON.stringify(firstName)}:${JSON.stringify(firstValue)}`;
  const depth = 500;
  return {
    'an unknown member': withMember(text, '"extra":"value"'),
    'an empty member name': withMember(text, '"":1'),
    'a member named __proto__': withMember(text, '"__proto__":{"extra":1}'),
    'the first member twice': withMember(text, firstMember),
    'a lone high surrogate as an escape': withMember(text, '"extra":"\\ud800"'),
    'a lone low surrogate as an escape': withMember(text, '"extra":"\\udc00"'),
    [`an unknown member nested ${depth} deep`]: withMember(
      text,
      `"extra":${'['.repeat(depth)}${']'.repeat(depth)}`,
    ),
    'a number beyond double precision': withMember(text, '"extra":1e400'),
  };
}

/**
 * Bodies made from a valid JSON object: some are not exactly one JSON object (ruling 12), some are left open, and some are
 * the same object written differently.
 */
export function malformedBodies(valid: Buffer): RawBody[] {
  const text = textOf(valid);
  return [
    ...bodies('refuse', { 'an empty body': '', 'spaces alone': '   ', 'a line feed alone': '\n' }),
    ...bodies('refuse', truncated(text)),
    ...bodies('refuse', behind(text)),
    ...bodies('refuse', notJson(text)),
    ...bodies('refuse', notAnObject(text)),
    ...bodies('open', open(text)),
    ...encodingCases(text),
    ...bodies('valid', sameValue(text)),
  ];
}
