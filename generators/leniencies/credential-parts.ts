import type { KeyObject } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { Jwt } from '../jwt.ts';
import { signingKey } from '../keys.ts';
import { issuedBeforeSeconds } from '../minted-token.ts';
import { publicKeyOf, type TokenKey } from '../token-signer.ts';
import { inOtherCase } from '../written-otherwise.ts';

/** What templates of credentials are made from. */
export interface CredentialSource {
  readonly token: string;
  readonly jwt: Jwt;
  /** Seconds since 1970. */
  readonly now: number;
  /** The key that the target trusts, if it is configured. */
  readonly key?: TokenKey;
}

/** The value of a part of a template; undefined if this token has no such part. */
export type PartOf = (name: string) => string | undefined;

/** The key pair of the suite itself, whose certificate is in the catalogue. */
export function ownKey() {
  return signingKey('SIGNING_KEY_SPEC_EC_P256', 'key-in-token');
}

/**
 * The parts of templates of credentials:
 * `$token` the accepted token · `$header`, `$payload`, `$signature` its parts, also with `Lower`, `Upper`, `Swapped`
 * (letter case), `Head`, `Tail` (halves) and `Padded` behind · `$signatureSpare` with other unused bits ·
 * `$otherPayload` with another `sub` · `$alg` · `$typ`, `$rest` members of its header · `$claims` members of its payload,
 * `$others` those without `exp`, and with new times, `$timeless` without any time · `$ago60`, `$in60` times in seconds ·
 * `$jwk`, `$jwks` public key of the suite · `$publicPem` that of the target, also `Trimmed` and with `CrLf`, `$publicPkcs1`,
 * `$publicBase64`, `$publicJwk`, and in hexadecimal digits `$publicDer` and `$publicPoint`. Lists of members that others follow end in
 * a comma.
 */
export function credentialParts({ token, jwt, now, key }: CredentialSource): PartOf {
  const { header, claims, headerText, payloadText, signatureText } = jwt;
  const { alg, ...rest } = header;
  const { exp: _exp, iat, nbf, ...timeless } = claims;
  const issued = now - issuedBeforeSeconds;
  const times = { iat: iat === undefined ? undefined : issued, nbf: nbf === undefined ? undefined : issued };
  const texts = { token, header: headerText, payload: payloadText, signature: signatureText };
  const values: Readonly<Record<string, () => string | undefined>> = {
    alg: () => alg,
    typ: () => followed('typ' in rest ? { typ: rest.typ } : {}),
    rest: () => followed(rest),
    claims: () => membersOf(claims),
    others: () => followed({ ...timeless, ...times }),
    timeless: () => followed(timeless),
    otherPayload: () => encoded({ ...claims, sub: `${claims.sub ?? ''}x` }),
    signatureSpare: () => withOtherSpareBits(signatureText),
    jwk: () => JSON.stringify(publicJwk()),
    jwks: () => Buffer.from(JSON.stringify({ keys: [{ ...publicJwk(), kid: 'own' }] })).toString('base64'),
    ...publicParts(key === undefined ? undefined : publicKeyOf(key)),
  };
  return (name) => {
    const [, direction, seconds] = /^(ago|in)(\d+)$/.exec(name) ?? [];
    if (seconds !== undefined)
      return String(direction === 'ago' ? now - Number(seconds) : now + Number(seconds));
    const [, text, change] =
      /^(token|header|payload|signature)(Lower|Upper|Swapped|Head|Tail|Padded)?$/.exec(name) ?? [];
    if (text === undefined) return values[name]?.();
    return changed(texts[text as keyof typeof texts], change);
  };
}

/** The spellings in which servers have a public key. */
function publicParts(key: KeyObject | undefined): Readonly<Record<string, () => string | undefined>> {
  if (key === undefined) return {};
  const pem = (type: 'spki' | 'pkcs1'): string => key.export({ format: 'pem', type }).toString();
  const der = key.export({ format: 'der', type: 'spki' });
  return {
    publicPem: () => pem('spki'),
    publicPemTrimmed: () => pem('spki').trim(),
    publicPemCrLf: () => pem('spki').replaceAll('\n', '\r\n'),
    publicPkcs1: () => (key.asymmetricKeyType === 'rsa' ? pem('pkcs1') : undefined),
    publicBase64: () => der.toString('base64'),
    publicJwk: () => JSON.stringify(key.export({ format: 'jwk' })),
    publicDer: () => der.toString('hex'),
    publicPoint: () => pointOf(key).toString('hex'),
  };
}

/** The bytes of a public key without its algorithm: an Ed25519 key, an uncompressed point, or the modulus of an RSA key. */
function pointOf(key: KeyObject): Buffer {
  const { x, y, n } = key.export({ format: 'jwk' });
  const bytes = [x, y, n].map((text) => Buffer.from(text ?? '', 'base64url'));
  return y === undefined ? Buffer.concat(bytes) : Buffer.concat([Buffer.from([4]), ...bytes]);
}

function changed(text: string, change: string | undefined): string {
  const middle = text.length >> 1;
  switch (change) {
    case 'Lower':
      return text.toLowerCase();
    case 'Upper':
      return text.toUpperCase();
    case 'Swapped':
      return inOtherCase(text);
    case 'Head':
      return text.slice(0, middle);
    case 'Tail':
      return text.slice(middle);
    case 'Padded':
      return text + '='.repeat(-text.length & 3);
    default:
      return text;
  }
}

function publicJwk(): object {
  const { kty, crv, x, y } = ownKey().privateKey.export({ format: 'jwk' });
  return { kty, crv, x, y };
}

function membersOf(value: object): string {
  return JSON.stringify(value).slice(1, -1);
}

function followed(value: object): string {
  const members = membersOf(value);
  return members === '' ? '' : `${members},`;
}

function encoded(claims: JWTPayload): string {
  return Buffer.from(JSON.stringify(claims)).toString('base64url');
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The same bytes with other unused bits in the last character; undefined if it has none. */
function withOtherSpareBits(text: string): string | undefined {
  const last = alphabet[alphabet.indexOf(text.slice(-1)) ^ 1];
  const made = `${text.slice(0, -1)}${last}`;
  return Buffer.from(made, 'base64url').equals(Buffer.from(text, 'base64url')) ? made : undefined;
}
