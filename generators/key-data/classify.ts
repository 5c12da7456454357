import type { KeySpec } from '../keys.ts';
import { type BerValue, readBer, readFirst } from './ber.ts';
import { type Curve, p256, p384, pointKind } from './curves.ts';
import { isUsualEd25519Point } from './edwards.ts';

/** Why keyData cannot be decoded (ruling 31). */
const undecodable = [
  'alien-character',
  'text-behind-padding',
  'bytes-behind',
  'no-structure',
  'not-on-curve',
  'at-infinity',
] as const;

/** Why keyData is not the plain encoding of a key; whether a target reads it is otherwise observed. */
export type KeyFlaw =
  | (typeof undecodable)[number]
  | 'white-space'
  | 'padding'
  | 'spare-bits'
  | 'ber'
  | 'extra-elements'
  | 'unused-bits'
  | 'parameters'
  | 'other-algorithm'
  | 'other-point-form'
  | 'ed25519-point';

/** `plain`: any target that knows the specification can read it. `open`: whether a target reads it is observed. */
export type ClassifiedKey =
  | { readonly verdict: 'plain'; readonly spec: KeySpec }
  | { readonly verdict: 'open' | 'undecodable'; readonly flaw: KeyFlaw };

function isUndecodable(flaw: KeyFlaw): boolean {
  return undecodable.some((each) => each === flaw);
}

function flawed(flaw: KeyFlaw): ClassifiedKey {
  return { verdict: isUndecodable(flaw) ? 'undecodable' : 'open', flaw };
}

/** Classifies keyData in the format CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO. Never throws. */
export function classifyKeyData(keyData: string): ClassifiedKey {
  const text = textFlaw(keyData);
  if (text !== undefined && isUndecodable(text)) return flawed(text);
  const key = classifyKey(Buffer.from(keyData, 'base64'));
  if (key.verdict === 'undecodable' || text === undefined) return key;
  return flawed(text);
}

/** What is unusual about the text as standard base64 (RFC 4648 section 4). */
function textFlaw(text: string): KeyFlaw | undefined {
  if (/[^A-Za-z0-9+/=\s]/u.test(text)) return 'alien-character';
  const solid = text.replace(/\s+/g, '');
  if (/=[^=]/.test(solid)) return 'text-behind-padding';
  if (solid !== text) return 'white-space';
  const content = text.replace(/(?<!=)=+$/, '');
  const bytes = Buffer.from(content, 'base64');
  const canonical = bytes.toString('base64');
  if (canonical === text) return undefined;
  return text.length === canonical.length ? 'spare-bits' : 'padding';
}

/** Classifies the bytes of a SubjectPublicKeyInfo (RFC 5280 section 4.1). Never throws. */
export function classifyKey(bytes: Buffer): ClassifiedKey {
  const first = readFirst(bytes);
  if (first === undefined || first.value.tag[0] !== sequence) return flawed('no-structure');
  if (first.end < bytes.length) return flawed('bytes-behind');
  const elements = readBer(first.value.content);
  const algorithm = elements?.find((each) => each.tag[0] === sequence);
  const key = elements?.find(isBitString);
  if (elements === undefined || key === undefined) return flawed('no-structure');
  // An empty sequence may be an extra element in front of the algorithm.
  const candidates = elements
    .filter((each) => each.tag[0] === sequence)
    .map(({ content }) => readBer(content));
  const parts = candidates.find((each) => each?.some(isIdentifier));
  const octets = octetsOf(key);
  if (algorithm === undefined || parts === undefined || octets === undefined) return flawed('no-structure');
  const isExact = elements.length === 2 && elements[0] === algorithm && elements[1] === key;
  if (!isExact || !isIdentifier(parts[0]) || parts.length > 2) return flawed('extra-elements');
  if (![first.value, algorithm, key, ...parts].every(({ isDer }) => isDer) || key.tag[0] !== bitString)
    return flawed('ber');
  if (octets[0] !== 0) return flawed('unused-bits');
  return classifyPoint(parts, octets.subarray(1));
}

const sequence = 0x30;
const bitString = 0x03;
const constructedBitString = 0x23;

function isBitString({ tag }: BerValue): boolean {
  return tag[0] === bitString || tag[0] === constructedBitString;
}

function isIdentifier(value: BerValue | undefined): boolean {
  return value?.tag[0] === 0x06;
}

/** The octets of a bit string with the number of unused bits in front; undefined if it is none. */
function octetsOf({ tag, content }: BerValue): Buffer | undefined {
  if (tag[0] === bitString) return content.length === 0 ? undefined : content;
  // Some readers join whatever a constructed bit string consists of.
  const parts = readBer(content);
  return parts?.some(isBitString) ? Buffer.concat(parts.map((each) => each.content)) : undefined;
}

const identifiers = {
  ed25519: '2b6570',
  elliptic: '2a8648ce3d0201',
};

const namedCurves: Readonly<Record<string, { readonly curve: Curve; readonly spec: KeySpec }>> = {
  '2a8648ce3d030107': { curve: p256, spec: 'SIGNING_KEY_SPEC_EC_P256' },
  '2b81040022': { curve: p384, spec: 'SIGNING_KEY_SPEC_EC_P384' },
};

function classifyPoint([algorithm, parameters]: readonly BerValue[], octets: Buffer): ClassifiedKey {
  const identifier = algorithm?.content.toString('hex');
  if (identifier === identifiers.ed25519) {
    if (parameters !== undefined) return flawed('parameters');
    return isUsualEd25519Point(octets)
      ? { verdict: 'plain', spec: 'SIGNING_KEY_SPEC_EC_CURVE25519' }
      : flawed('ed25519-point');
  }
  if (identifier !== identifiers.elliptic) return flawed('other-algorithm');
  if (!isIdentifier(parameters)) return flawed('parameters');
  const named = namedCurves[parameters?.content.toString('hex') ?? ''];
  if (named === undefined) return flawed('other-algorithm');
  const kind = pointKind(named.curve, octets);
  if (kind === 'on-curve') return { verdict: 'plain', spec: named.spec };
  if (kind === 'other-form') return flawed('other-point-form');
  return flawed(kind === 'infinity' ? 'at-infinity' : 'not-on-curve');
}
