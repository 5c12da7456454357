import { replaceRuns } from './encoded-runs.ts';

/** A JSON escape of a character of one byte, alone or in a string within a string. */
const escaped = /\\{1,4}u00([0-9a-f]{2})/gi;

/** The same in a URL. */
const percentEncoded = /%([0-9a-f]{2})/gi;

/** The same in HTML and XML. */
const entity = /&#(?:x0{0,4}([0-9a-f]{2})|0{0,4}([0-9]{2,3}));/gi;

/** The same in quoted-printable text. */
const quotedPrintable = /=([0-9a-f]{2})/gi;

/** Bytes in hexadecimal digits, with colons between them, as fingerprints are shown. */
const colon = /(?<=[0-9a-f]{2}):(?=[0-9a-f]{2})/gi;

/** Base64 of this length may contain base64 of 22 characters, which is the shortest that is searched. */
const shortestEncoded = 30;

/** Longer texts are not searched for base64 in base64: it takes long. */
const longestEncoded = 1 << 16;

/** How often escapes are undone: twice for escapes of escapes, and once for what they contain. */
const mostLayers = 3;

/** Printable ASCII other than a quote and a backslash: JSON is still JSON if the character replaces its escape. */
function plainOr(original: string, code: number): string {
  return code >= 0x20 && code <= 0x7e && code !== 0x22 && code !== 0x5c
    ? String.fromCharCode(code)
    : original;
}

const fromHex = (original: string, digits: string): string => plainOr(original, Number.parseInt(digits, 16));

/** Undoes one layer of escapes of plain characters. */
function undone(text: string): string {
  let plain = text;
  if (plain.includes('\\u') || plain.includes('\\U')) plain = plain.replace(escaped, fromHex);
  if (plain.includes('%')) plain = plain.replace(percentEncoded, fromHex);
  if (plain.includes('&amp;')) plain = plain.replaceAll('&amp;', '&');
  if (plain.includes('&#'))
    plain = plain.replace(entity, (each: string, hex?: string, decimal?: string) =>
      plainOr(each, hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    );
  return plain;
}

/** The text with escapes undone, once and again: each layer that differs from the one before. */
export function spellingsOf(text: string): string[] {
  const layers: string[] = [];
  let last = text;
  for (let layer = 0; layer < mostLayers; layer += 1) {
    const next = undone(last);
    if (next === last) break;
    layers.push(next);
    last = next;
  }
  // Each by itself, and only where there is some: every layer is searched like the text.
  if (last.includes('=') && /=[0-9a-f]{2}|=\r?\n/i.test(last))
    layers.push(withoutBreaks(last).replace(quotedPrintable, fromHex));
  if (/(?:[0-9a-f]{2}:){11}/i.test(last)) layers.push(last.replace(colon, ''));
  if (last.length <= longestEncoded) layers.push(replaceRuns(last, shortestEncoded, textIn));
  return layers.filter((layer) => layer !== text);
}

/** Whether `spellingsOf` shows something else than the run itself for a run of characters of base64. */
export function isBase64OfText(run: string): boolean {
  return run.length >= shortestEncoded && textIn(run) !== run;
}

/** What a run of base64 contains, if that is text in which something may be encoded. */
function textIn(run: string): string {
  const text = Buffer.from(run, 'base64').toString('latin1');
  return /^[ !#-[\]-~]*$/.test(text) && /[A-Za-z0-9+/_-]{22}/.test(text) ? text : run;
}

/** Joins the lines that quoted-printable text was folded into. */
function withoutBreaks(text: string): string {
  return text.replaceAll('=\r\n', '').replaceAll('=\n', '');
}
