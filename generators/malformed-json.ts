import { encodingCases } from './json-encodings.ts';
import { bodiesOf, type RawBody } from './raw-body.ts';

type Texts = Record<string, string>;

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
    'cut-behind-the-first-brace': text.slice(0, 1),
    'cut-after-a-quarter': cut(0.25),
    'cut-in-the-middle': cut(0.5),
    'cut-after-three-quarters': cut(0.75),
    'last-brace-missing': text.slice(0, -1),
    'first-brace-missing': text.slice(1),
  };
}

function behind(text: string): RawBody[] {
  return ['x', ']', '}', ',', ';', 'null', '{}', '\u0000'].map((tail) => ({
    kind: 'text-behind-the-object',
    detail: JSON.stringify(tail),
    keyword: 'json',
    bytes: Buffer.from(`${text}${tail}`),
  }));
}

const twice = (text: string): Texts => ({
  'object-twice': `${text}${text}`,
  'object-twice-on-two-lines': `${text}\n${text}`,
});

// An extra member has the fault, so that a parser that tolerates it finds nothing else to reject.
function withMember(text: string, member: string): string {
  return `{${member},${text.slice(1)}`;
}

function notJson(text: string): Texts {
  const afterBrace = text.slice(1).trimStart();
  const firstName = /^"([^"]*)"/.exec(afterBrace)?.[1] ?? '';
  const afterName = afterBrace.slice(firstName.length + 2);
  const values = {
    'nan-as-a-value': 'NaN',
    'infinity-as-a-value': 'Infinity',
    'number-with-a-leading-zero': '01',
    'hexadecimal-number': '0x1F',
    'number-with-a-plus-sign': '+1',
    'number-that-ends-in-a-point': '1.',
    'number-that-begins-with-a-point': '.5',
    'number-that-ends-in-e': '1e',
    'true-with-a-capital': 'True',
    'undefined-as-a-value': 'undefined',
    'string-in-single-quotes': "'x'",
    'line-feed-inside-a-string': '"a\nb"',
    'tab-inside-a-string': '"a\tb"',
    'nul-inside-a-string': '"a\u0000b"',
    'unknown-escape': '"\\x41"',
    'escape-of-three-hex-digits': '"\\u041"',
    'string-without-its-end': '"x',
    'array-with-a-trailing-comma': '[1,]',
    'no-value': '',
  };
  const members = Object.entries(values).map(([name, value]) => [name, withMember(text, `"extra":${value}`)]);
  return {
    ...Object.fromEntries(members),
    'trailing-comma': `${text.slice(0, -1)},}`,
    'leading-comma': `{,${text.slice(1)}`,
    'member-name-in-single-quotes': `{'${firstName}'${afterName}`,
    'member-name-without-quotes': `{${firstName}${afterName}`,
    'member-without-a-colon': withMember(text, '"extra" 1'),
    'missing-comma': `{"extra":1 ${text.slice(1)}`,
    'block-comment': `{/* comment */${text.slice(1)}`,
    'line-comment': `{// comment\n${text.slice(1)}`,
    'hash-comment': `{# comment\n${text.slice(1)}`,
    'plain-text': 'hello',
    xml: '<?xml version="1.0"?><request/>',
    'form-data': 'synchronizer=a&partyHint=b',
    yaml: 'synchronizer: a\npartyHint: b\n',
    'nul-bytes': '\u0000'.repeat(16),
    'nul-byte-in-front': `\u0000${text}`,
  };
}

const notAnObject = (text: string): Texts => ({
  'null-alone': 'null',
  'true-alone': 'true',
  'false-alone': 'false',
  number: '7',
  string: '"text"',
  'empty-string': '""',
  'empty-array': '[]',
  'array-of-numbers': '[1,2]',
  'array-that-holds-the-valid-object': `[${text}]`,
  'string-that-holds-the-valid-object': JSON.stringify(text),
});

/** A letter as a JSON escape (RFC 8259 §7). A digit proves less, because it also ends its own escape. */
const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Drops texts that are the same as the original. */
function sameValue(text: string): Texts {
  const texts: Texts = {
    'spaces-and-a-line-feed-behind': `${text}  \n`,
    'line-feeds-and-spaces-in-front': `\r\n\t ${text}`,
    'indented-over-several-lines': JSON.stringify(JSON.parse(text), null, 2),
    'member-name-with-an-escape': text.replace(
      /^\{\s*"([^"\\])/,
      (_, first: string) => `{"${escaped(first)}`,
    ),
    'escape-in-every-value': text.replace(
      /:\s*"([^"\\A-Za-z]*)([A-Za-z])/g,
      (_, before: string, letter: string) => `:"${before}${escaped(letter)}`,
    ),
    'escaped-solidi': text.replaceAll('/', '\\/'),
  };
  return Object.fromEntries(Object.entries(texts).filter(([, written]) => written !== text));
}

function oddMembers(text: string): RawBody[] {
  const value: Record<string, unknown> = JSON.parse(text);
  const [firstName = '', firstValue] = Object.entries(value)[0] ?? [];
  const firstMember = `${JSON.stringify(firstName)}:${JSON.stringify(firstValue)}`;
  const depth = 500;
  const unknown = {
    'unknown-member': withMember(text, '"extra":"value"'),
    'empty-member-name': withMember(text, '"":1'),
    'member-named-proto': withMember(text, '"__proto__":{"extra":1}'),
  };
  const surrogates = {
    'lone-high-surrogate-as-an-escape': withMember(text, '"extra":"\\ud800"'),
    'lone-low-surrogate-as-an-escape': withMember(text, '"extra":"\\udc00"'),
  };
  const nested = `"extra":${'['.repeat(depth)}${']'.repeat(depth)}`;
  return [
    ...bodiesOf('unknown-member', unknown),
    ...bodiesOf('duplicate-member', { 'first-member-twice': withMember(text, firstMember) }),
    ...bodiesOf('lone-surrogate', surrogates),
    ...bodiesOf('unknown-member', {
      'deeply-nested-member': withMember(text, nested),
      'number-beyond-double-precision': withMember(text, '"extra":1e400'),
    }),
  ];
}

/**
 * Bodies derived from a valid JSON object: those that are not exactly one JSON object (ruling 12), those whose treatment
 * is open, and other notations of the same object. The requirement that claims a body defines the expected answer.
 */
export function malformedBodies(valid: Buffer): RawBody[] {
  const text = textOf(valid);
  return [
    ...bodiesOf('empty-body', { 'empty-body': '', 'spaces-alone': '   ', 'line-feed-alone': '\n' }),
    ...bodiesOf('json', truncated(text)),
    ...behind(text),
    ...bodiesOf('json', { ...twice(text), ...notJson(text), ...notAnObject(text) }),
    ...oddMembers(text),
    ...encodingCases(text),
    ...bodiesOf('same-value', sameValue(text)),
  ];
}
