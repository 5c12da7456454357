/** A text that was read in another, and where in that each of its characters stood, ending with where it ended. */
export interface Decoded {
  readonly text: string;
  readonly origin: Int32Array;
}

export type Coding = 'base64' | 'hex';

/** What a run of characters may encode, one character per byte, and in which coding. */
export type RunTexts = readonly (readonly [coding: Coding, text: string])[];

/** A run of this many characters of base64 may contain 16 bytes, one of this many bytes in hexadecimal digits has them. */
const shortestRun = 22;
const shortestBytes = 16;

const bytes = 0x100;

/** 1 for the code of each character that base64, base64url or hex could produce. */
const isEncoding = tableOf((character) => /[\w+/-]/.test(character));
const isHex = tableOf((character) => /[0-9a-f]/i.test(character));

function tableOf(isMember: (character: string) => boolean): Uint8Array {
  return Uint8Array.from({ length: bytes }, (_, code) => (isMember(String.fromCharCode(code)) ? 1 : 0));
}

/** Characters outside of runs that show what else a text may have. */
const signs = { escape: 1, gap: 2, equals: 4, spacedHex: 8 } as const;
const signOf = Uint8Array.from({ length: bytes }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[\\%&]/.test(character)) return signs.escape;
  if (/[\0\n]/.test(character)) return signs.gap;
  return character === '=' ? signs.equals | signs.gap : 0;
});

/** Where something may be encoded in a text. */
interface Survey {
  readonly signs: number;
  /** The runs that base64, base64url or hex could have produced. */
  readonly runs: readonly Span[];
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Reads each character once: this and the search itself are most of what ordinary texts cost. */
export function survey(text: string): Survey {
  const runs: Span[] = [];
  let [seen, pairs, start] = [0, 0, 0];
  for (let at = 0; at <= text.length; at += 1) {
    const code = at === text.length ? 0 : text.charCodeAt(at) & 0xff;
    if (isEncoding[code] === 1) continue;
    const sign = at < text.length ? (signOf[code] as number) : 0;
    if (sign !== 0 && (seen & sign) !== sign && isMeant(text, at)) seen |= sign;
    const length = at - start;
    if (length >= shortestRun) runs.push({ start, end: at });
    // The first and the last of them may have more characters.
    pairs = length === 2 ? pairs + 1 : 0;
    if (pairs === shortestBytes - 2) seen |= signs.spacedHex;
    start = at + 1;
  }
  return { signs: seen, runs };
}

/** Rules out most of the characters that mean nothing where they stand. */
function isMeant(text: string, at: number): boolean {
  switch (text[at]) {
    case '=':
      return /^(?:[0-9a-f]{2}|\r?\n)/i.test(text.slice(at + 1, at + 3));
    case '\0':
      return text[at + 2] === '\0' || text[at - 2] === '\0';
    case '\n':
      return /[\w+/-]{16}\r?$/.test(text.slice(Math.max(0, at - 17), at));
    default:
      return true;
  }
}

/** What has no meaning: the zeros of UTF-16, and the line breaks of folded base64 and quoted-printable text. */
const gaps = /\0|=\r?\n|\r?\n(?<=[\w+/-]{16}\r?\n)[ \t]{0,9}(?=[\w+/-])/g;

/** Escapes of one character: of JSON and of programs, of URLs, of HTML and XML. */
const escapes =
  /\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|(["\\/bfnrt]))|%([0-9a-f]{2})|&(?:#x0{0,4}([0-9a-f]{1,4});|#0{0,4}([0-9]{1,5});|(amp|lt|gt|quot|apos);)/gi;

const quotedPrintable = /=([0-9a-f]{2})/gi;

const named: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** 1 for each byte that text in any encoding consists of: ASCII, zeros of UTF-16, and bytes of UTF-8 if `isUtf8`. */
const isText = tableOf((character) => /[\0\t\n\r -~]/.test(character));
const isUtf8Text = tableOf((character) => /[\0\t\n\r -~\x80-\xff]/.test(character));

/** Whether there is no room for a secret, nor for what encodes one, as in most bytes that are no text. */
export function isRandom(text: string, isUtf8: boolean): boolean {
  const ofText = isUtf8 ? isUtf8Text : isText;
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    length = ofText[text.charCodeAt(at) & 0xff] === 1 ? length + 1 : 0;
    if (length === shortestBytes) return false;
  }
  return true;
}

/** The text with one layer of escapes undone, or first without gaps, as they may be in an escape; undefined if it has none. */
export function withoutEscapes(text: string, { signs: seen }: Survey): Decoded | undefined {
  if ((seen & signs.gap) !== 0) {
    const joined = decoded(text, gaps, () => '');
    if (joined !== undefined) return joined;
  }
  if ((seen & signs.escape) === 0) return undefined;
  return decoded(text, escapes, ([, wide, escaped, letter, percent, hex, decimal, name]) => {
    const digits = wide ?? escaped ?? percent ?? hex;
    if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16));
    if (decimal !== undefined) return String.fromCharCode(Number(decimal));
    const word = (letter ?? name ?? '').toLowerCase();
    return named[word] ?? word;
  });
}

/** The text read as quoted-printable; undefined if nothing in it is. */
export function withoutQuotedPrintable(text: string, { signs: seen }: Survey): Decoded | undefined {
  if ((seen & signs.equals) === 0) return undefined;
  return decoded(text, quotedPrintable, ([, hex = '']) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** @param character what stands for a match: one character or none */
function decoded(
  text: string,
  pattern: RegExp,
  character: (match: RegExpExecArray) => string,
): Decoded | undefined {
  let plain = '';
  let from = 0;
  let origin: Int32Array | undefined;
  const copy = (to: number): void => {
    origin ??= new Int32Array(text.length + 1);
    for (let at = from, length = plain.length; at < to; at += 1, length += 1) origin[length] = at;
    plain += text.slice(from, to);
  };
  for (const match of text.matchAll(pattern)) {
    copy(match.index);
    if (origin !== undefined) origin[plain.length] = match.index;
    plain += character(match);
    from = match.index + match[0].length;
  }
  if (origin === undefined) return undefined;
  copy(text.length);
  origin[plain.length] = text.length;
  return { text: plain, origin };
}

/** Where bytes in hexadecimal digits have colons or blanks between them, as fingerprints are shown, and what they are. */
export function spacedHex(text: string, { signs: seen }: Survey): (Span & { readonly texts: RunTexts })[] {
  if ((seen & signs.spacedHex) === 0) return [];
  return [...bytesBetween(text, ':'), ...bytesBetween(text, ' ')].map(({ start, end }) => ({
    start,
    end,
    texts: [['hex', bytesIn(text.slice(start, end).replace(/[: ]/g, ''), 'hex')]],
  }));
}

/** At least 16 bytes with the same character between each two. */
function* bytesBetween(text: string, space: ':' | ' '): Generator<Span> {
  for (let at = text.indexOf(space); at !== -1; at = text.indexOf(space, at + 1)) {
    const start = at - 2;
    if (!isByte.test(text.slice(start, at))) continue;
    let end = at;
    while (text[end] === space && isByte.test(text.slice(end + 1, end + 3))) end += 3;
    if (end - start >= 3 * shortestBytes - 1) yield { start, end };
    at = Math.max(at, end - 1);
  }
}

const isByte = /^[0-9a-f]{2}$/i;

/**
 * What a run may encode. Base64 may begin at any of four characters and hex at any of two, as what stands in front of them may
 * look like it.
 */
export function textsIn(run: string): RunTexts {
  const hex = runsOf(run, isHex, 2 * shortestBytes).flatMap(({ start, end }) =>
    [start, start + 1].map((at) => ['hex', bytesIn(run.slice(at, end), 'hex')] as const),
  );
  // Base64 of 32 characters and more has others as well.
  if (hex.length === 2 && !/[^0-9a-f]/i.test(run)) return hex;
  return [...hex, ...[0, 1, 2, 3].map((at) => ['base64', bytesIn(run.slice(at), 'base64')] as const)];
}

/** Not a regular expression: on a long run, a repetition overflows its stack. */
function runsOf(text: string, ofRun: Uint8Array, shortest: number): Span[] {
  const found: Span[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < bytes && ofRun[code] === 1) continue;
    if (at - start >= shortest) found.push({ start, end: at });
    start = at + 1;
  }
  if (text.length - start >= shortest) found.push({ start, end: text.length });
  return found;
}

function bytesIn(run: string, coding: Coding): string {
  return Buffer.from(run, coding).toString('latin1');
}
