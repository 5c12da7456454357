import type { KeySpec } from '../keys.ts';
import { bytesBehind, type KeyForm, noStructure, unusualEncodings } from './der-forms.ts';
import { atInfinity, offCurve, otherPointForms, unusualEd25519 } from './point-forms.ts';

/** Texts made from the base64 of a key; undefined where a key does not have the part. */
const textParts: Readonly<Record<string, (text: string, spki: Buffer) => string | undefined>> = {
  text: (text) => text,
  head: (text) => text.slice(0, middleOf(text)),
  tail: (text) => text.slice(middleOf(text)),
  unpadded: (text) => (text.endsWith('=') ? text.replace(/(?<!=)=+$/, '') : undefined),
  url: (_, spki) => base64urlOf(spki),
  urlPadded: (text) => (/[+/]/.test(text) ? text.replaceAll('+', '-').replaceAll('/', '_') : undefined),
  percent: (text) => encodeURIComponent(text),
  spareBits: withSpareBits,
  lines: (text) => text.match(/.{1,32}/g)?.join('\n'),
  hex: (_, spki) => spki.toString('hex'),
  hexUpper: (_, spki) => spki.toString('hex').toUpperCase(),
  bytes: (_, spki) => spki.toString('latin1'),
  pem: (text) => pemOf(text, '\n'),
  pemWithCrLf: (text) => pemOf(text, '\r\n'),
  twice: (text) => Buffer.from(text).toString('base64'),
  pemInBase64: (text) => Buffer.from(pemOf(text, '\n')).toString('base64'),
};

/** Between two groups of four characters, so that both parts are base64. */
function middleOf(text: string): number {
  return 4 * (text.length >> 3);
}

/** base64url without padding, if it differs from base64 in a character. */
function base64urlOf(spki: Buffer): string | undefined {
  const text = spki.toString('base64url');
  return /[-_]/.test(text) ? text : undefined;
}

/** RFC 4648 section 3.5: the bits of the last character that belong to no byte are zero. */
function withSpareBits(text: string): string | undefined {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const at = text.indexOf('=') - 1;
  const next = alphabet[alphabet.indexOf(text[at] ?? '') + 1];
  return at < 0 || next === undefined ? undefined : `${text.slice(0, at)}${next}${text.slice(at + 1)}`;
}

function pemOf(text: string, lineEnd: string): string {
  const lines = text.match(/.{1,64}/g) ?? [];
  return ['-----BEGIN PUBLIC KEY-----', ...lines, '-----END PUBLIC KEY-----', ''].join(lineEnd);
}

const derParts: Readonly<Record<string, KeyForm>> = { ...bytesBehind, ...noStructure, ...unusualEncodings };
const pointParts: Readonly<Record<string, KeyForm>> = { ...offCurve, ...atInfinity, ...otherPointForms };

/** The public key that a template is about. */
export interface KeyInput {
  readonly keySpec: KeySpec;
  readonly keyData: string;
  readonly spki: Buffer;
}

/** The named part of a key; undefined if the key does not have it. */
function partOf(name: string, { keySpec, keyData, spki }: KeyInput): string | undefined {
  const text = textParts[name];
  if (text !== undefined) return text(keyData, spki);
  const isEd25519 = keySpec === 'SIGNING_KEY_SPEC_EC_CURVE25519';
  const ofPoints = isEd25519 ? unusualEd25519[name] : pointParts[name];
  return (derParts[name] ?? ofPoints)?.(spki).toString('base64');
}

/** Every part that a template of key-data.json can name. */
export const partNames: readonly string[] = [
  ...new Set([textParts, derParts, pointParts, unusualEd25519].flatMap((each) => Object.keys(each))),
];

/** The text of a template for a key; undefined if the key does not have one of its parts, or if it is the key as it was. */
export function expandKeyTemplate(template: string, key: KeyInput): string | undefined {
  let isWhole = true;
  const text = template.replace(/\$([A-Za-z0-9]+)/g, (_, name: string) => {
    const part = partOf(name, key);
    isWhole &&= part !== undefined;
    return part ?? '';
  });
  return isWhole && text !== key.keyData ? text : undefined;
}
