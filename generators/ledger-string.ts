import { extremeStrings } from './extreme-strings.ts';

/** The maximum length of a LedgerString, in characters (ruling 14). */
const ledgerStringLimit = 255;

/** What is not a letter, a digit, a space or one of `._:-#/` (ruling 14). */
const forbidden: Record<string, string> = {
  'percent-sign': '%',
  'at-sign': '@',
  'exclamation-mark': '!',
  asterisk: '*',
  'left-parenthesis': '(',
  'right-parenthesis': ')',
  'plus-sign': '+',
  'equals-sign': '=',
  comma: ',',
  semicolon: ';',
  ampersand: '&',
  apostrophe: "'",
  'quotation-mark': '"',
  'less-than-sign': '<',
  'greater-than-sign': '>',
  'question-mark': '?',
  'left-bracket': '[',
  'right-bracket': ']',
  'left-brace': '{',
  'right-brace': '}',
  'vertical-bar': '|',
  backslash: '\\',
  circumflex: '^',
  tilde: '~',
  'grave-accent': '`',
  'dollar-sign': '$',
  tab: '\t',
  'line-feed': '\n',
  'carriage-return': '\r',
  nul: '\u0000',
  escape: '\u001b',
  delete: '\u007f',
  'no-break-space': '\u00a0',
  'u-with-diaeresis': 'ü',
  'e-with-combining-accent': 'e\u0301',
  'cyrillic-a': '\u0430',
  // Both match a letter of ASCII if case is ignored in Unicode.
  'kelvin-sign': '\u212a',
  'long-s': '\u017f',
  'full-width-one': '\uff11',
  'arabic-indic-one': '\u0661',
  'zero-width-space': '\u200b',
  'euro-sign': '€',
  'chinese-character': '\u8a3c',
  emoji: '\u{1f511}',
};

/**
 * Strings that are not LedgerStrings, made of a valid one: too long, or with one forbidden character at the start, in the middle or
 * at the end.
 */
export function badLedgerStrings(valid = 'submission'): { detail: string; value: string }[] {
  const repeated = (length: number): string =>
    valid.repeat(Math.ceil(length / valid.length)).slice(0, length);
  const [front, behind] = [valid.slice(0, valid.length >> 1), valid.slice(valid.length >> 1)];
  const tooLong = [ledgerStringLimit + 1, 300, 1000].map((length) => ({
    detail: `${length} characters`,
    value: repeated(length),
  }));
  const padded = repeated(ledgerStringLimit);
  const blanks = [
    { detail: `${ledgerStringLimit + 1} characters, the last a blank`, value: `${padded} ` },
    { detail: `${ledgerStringLimit + 1} characters, the first a blank`, value: ` ${padded}` },
  ];
  const misplaced = Object.entries(forbidden).flatMap(([name, character]) => [
    { detail: `${name}-at-the-start`, value: `${character}${valid}` },
    { detail: `${name}-in-the-middle`, value: `${front}${character}${behind}` },
    { detail: `${name}-at-the-end`, value: `${valid}${character}` },
  ]);
  const extreme = Object.entries(extremeStrings(valid)).map(([detail, value]) => ({ detail, value }));
  return [...tooLong, ...blanks, ...misplaced, ...extreme];
}
