import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFirst } from '../../generators/key-data/ber.ts';
import { classifyKey } from '../../generators/key-data/classify.ts';
import { spkiPrefix } from '../../generators/keys.ts';
import { isObject, shown } from '../../json/read-json.ts';
import type { PinnedRule } from './view.ts';

/** The public key of a request. */
export interface ReadKey {
  readonly isEd25519: boolean;
  /** X.509 SubjectPublicKeyInfo, DER. */
  readonly spki: Buffer;
  /** The number of its key spec in the protocol. */
  readonly spec: number;
}

const specs: Readonly<Record<string, number>> = {
  SIGNING_KEY_SPEC_EC_CURVE25519: 1,
  SIGNING_KEY_SPEC_EC_P256: 2,
  SIGNING_KEY_SPEC_EC_P384: 3,
  SIGNING_KEY_SPEC_EC_SECP256K1: 4,
};

/** Key specs by the parser's name for the key: its type or its curve. */
const specNames: Readonly<Record<string, string>> = {
  ed25519: 'SIGNING_KEY_SPEC_EC_CURVE25519',
  prime256v1: 'SIGNING_KEY_SPEC_EC_P256',
  secp384r1: 'SIGNING_KEY_SPEC_EC_P384',
  secp256k1: 'SIGNING_KEY_SPEC_EC_SECP256K1',
};

/**
 * Parses X.509 SubjectPublicKeyInfo and encodes the key again. The parser accepts the point at infinity, and reading the
 * details of such a key aborts the process; encoding it throws.
 * @throws if the bytes hold no key, or one that cannot be encoded
 */
function parsedKey(der: Buffer): { readonly key: KeyObject; readonly spki: Buffer } {
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return { key, spki: key.export({ type: 'spki', format: 'der' }) };
}

/** A successful request has a key that fits its spec; silent about keys that only the target can read. */
export const judgeKey: PinnedRule = ({ request }) => {
  const publicKey = isObject(request.body) ? request.body.publicKey : undefined;
  if (!isObject(publicKey) || publicKey.format === 'CRYPTO_KEY_FORMAT_RAW') return 'silent';
  if (typeof publicKey.keyData !== 'string') return 'silent';
  let name: string;
  try {
    const der = Buffer.from(publicKey.keyData, 'base64');
    // Parameters that are written out name no curve, and may be taken for one (ruling 47).
    const classified = classifyKey(der);
    if ('flaw' in classified && classified.flaw === 'parameters') return 'silent';
    const { key } = parsedKey(der);
    name = key.asymmetricKeyDetails?.namedCurve ?? key.asymmetricKeyType ?? '';
  } catch {
    return 'silent';
  }
  if (publicKey.keySpec === specNames[name]) return undefined;
  return { kind: 'key-spec-wrong', actual: `${name} as ${shown(publicKey.keySpec)}` };
};

/** The object identifiers of Brainpool curves begin like this (RFC 5639 section 4.1). */
const brainpool = Buffer.from('2b24030302080101', 'hex');

/**
 * An uncaught exception is answered only to keys of which it is known: empty, another element than a SEQUENCE, or on a Brainpool
 * curve; and where nobody would confirm for the party.
 */
export const judgeKeyException: PinnedRule = ({ request: { body }, answer }) => {
  if (answer.status !== 500) return 'silent';
  const { publicKey, localParticipantObservationOnly: observes } = isObject(body) ? body : {};
  const { keyData } = isObject(publicKey) ? publicKey : {};
  const der = Buffer.from(typeof keyData === 'string' ? keyData : '', 'base64');
  const first = readFirst(der);
  const isOther = first?.end === der.length && first.value.tag[0] !== 0x30;
  if (observes === true || der.length === 0 || isOther || der.includes(brainpool)) return undefined;
  return { kind: 'key-exception', actual: `keyData: ${shown(keyData)}` };
};

/** The key in `publicKey` of a request; undefined if it is unknown which bytes the target hashes. */
export function readPublicKey(publicKey: unknown): ReadKey | undefined {
  if (!isObject(publicKey) || typeof publicKey.keyData !== 'string') return undefined;
  const { format, keySpec } = publicKey;
  const spec = typeof keySpec === 'string' && Object.hasOwn(specs, keySpec) ? specs[keySpec] : undefined;
  const data = Buffer.from(publicKey.keyData, 'base64');
  if (spec === undefined || data.length === 0) return undefined;
  if (format === 'CRYPTO_KEY_FORMAT_RAW') {
    const isRaw = spec === 1 && data.length === 32;
    return isRaw
      ? { isEd25519: true, spki: Buffer.concat([spkiPrefix('SIGNING_KEY_SPEC_EC_CURVE25519'), data]), spec }
      : undefined;
  }
  try {
    const { spki } = parsedKey(data);
    // A target may hash another encoding of the same key unchanged or in its own encoding.
    return spki.equals(data) ? { isEd25519: spec === 1, spki, spec } : undefined;
  } catch {
    return undefined;
  }
}
