import { type SigningKey, spkiFormat } from '../keys.ts';
import { lenienciesOf } from '../leniencies/catalogue.ts';
import { filledBy } from '../leniencies/template.ts';
import { type SeedPart, textFrom } from '../seeding.ts';
import type { KeyFlaw } from './classify.ts';
import { bytesBehind, type KeyForm, noStructure, unusualEncodings } from './der-forms.ts';
import { atInfinity, offCurve, otherPointForms, unusualEd25519 } from './point-forms.ts';
import type { WycheproofKey } from './wycheproof.ts';

/** keyData that is not the plain encoding of a key. */
export interface KeyCase {
  /** The id of a leniency, or `undecodable-key`. */
  readonly kind: string;
  readonly detail: string;
  readonly keyword: KeyKeyword;
  readonly keyData: string;
}

/** What must be rejected, and what is observed (ruling 31). */
export type KeyKeyword = 'undecodable-key' | 'key-encoding';

/** Leniencies about points of elliptic curves; all others are shown with Ed25519 keys. */
const ofPoints: readonly string[] = ['point-off-curve', 'point-at-infinity', 'other-point-form'];

/** Texts that no common software accepts by default, but a server may. */
const otherTexts = {
  'base64-of-base64': '$twice',
  'base64-of-pem': '$pemInBase64',
  'bytes-as-characters': '$bytes',
};

/** Texts that are not empty, but of which a decoder may make no bytes: no key in any format. */
const textsOfNoBytes = { 'padding-alone': '====', blank: ' ' };

/** The cases of the catalogue for a key, entry by entry. */
export function keyCases(key: KeyInput, keyword: KeyKeyword): readonly (readonly KeyCase[])[] {
  const isEd25519 = key.keySpec === 'SIGNING_KEY_SPEC_EC_CURVE25519';
  const listed = listedCases(key, keyword, (id) => ofPoints.includes(id) !== isEd25519);
  return isEd25519 && keyword === 'undecodable-key'
    ? [...listed, namedCases({ ...otherTexts, ...textsOfNoBytes }, key)]
    : listed;
}

/** What is no key in another form, which other code may decode: of a known structure, a third of each entry. */
export function casesInForm(key: KeyInput & { readonly format: string }, turn: number): KeyCase[] {
  const bare = namedCases(textsOfNoBytes, key);
  if (key.format !== spkiFormat) return bare;
  const listed = listedCases(key, 'undecodable-key', (id) => !ofPoints.includes(id));
  const some = listed.flatMap((all) => all.filter((_, at) => at % 3 === turn % Math.min(3, all.length)));
  return [...some, ...bare];
}

function listedCases(key: KeyInput, keyword: KeyKeyword, isMeant: (id: string) => boolean): KeyCase[][] {
  const entries = lenienciesOf('key-data').filter((each) => each.keyword === keyword && isMeant(each.id));
  return entries.map(({ id, templates }) =>
    templates.flatMap((template) => caseOf(id, keyword, [detailOf(template), template], key)),
  );
}

function namedCases(texts: Readonly<Record<string, string>>, key: KeyInput): KeyCase[] {
  const keyword = 'undecodable-key';
  return Object.entries(texts).flatMap((named) => caseOf(keyword, keyword, named, key));
}

function caseOf(
  kind: string,
  keyword: KeyKeyword,
  [detail, template]: readonly [detail: string, template: string],
  key: KeyInput,
): KeyCase[] {
  const keyData = expandKeyTemplate(template, key);
  return keyData === undefined ? [] : [{ kind, detail, keyword, keyData }];
}

/** A template of one part is named by it; of others, the parts are in angle brackets and odd characters escaped. */
function detailOf(template: string): string {
  const single = /^\$([A-Za-z0-9]+)$/.exec(template)?.[1];
  if (single !== undefined) return single.replace(/[A-Z]|\d+/g, (found) => `-${found.toLowerCase()}`);
  const named = template.replace(/\$([A-Za-z0-9]+)/g, '<$1>');
  return named.replace(/[^\x21-\x7e]/g, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The leniency that accepting a key with this flaw shows. */
const shownBy: Partial<Readonly<Record<KeyFlaw, string>>> = {
  'bytes-behind': 'bytes-behind-a-key',
  'no-structure': 'structure-not-checked',
  'not-on-curve': 'point-off-curve',
  'at-infinity': 'point-at-infinity',
  'other-point-form': 'other-point-form',
};

export function wycheproofCase({ name, verdict, flaw, spki }: WycheproofKey): KeyCase {
  return {
    kind: shownBy[flaw] ?? 'ber-key',
    detail: name,
    keyword: verdict === 'undecodable' ? 'undecodable-key' : 'key-encoding',
    keyData: spki.toString('base64'),
  };
}

/** Text without a character of base64, base64url or hex, so that no decoder makes bytes of it. */
export function undecodableText(...parts: SeedPart[]): string {
  return textFrom(['undecodable-text', ...parts], '!?#$%&()<>[]{}@^~|*:;.,', 24);
}

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
type KeyInput = Pick<SigningKey, 'keySpec' | 'keyData' | 'spki'>;

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
  const text = filledBy(template, /\$([A-Za-z0-9]+)/g, (name) => partOf(name, key));
  return text === key.keyData ? undefined : text;
}
