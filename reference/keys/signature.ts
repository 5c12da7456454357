import type { KeyObject } from 'node:crypto';
import { createHash, createPublicKey, sign, verify } from 'node:crypto';
import type { PublicKey } from './public-key.ts';
import { remember } from './remember.ts';

interface Algorithm {
  readonly digest: 'sha256' | 'sha384' | null;
  readonly specs: readonly string[];
  /** Encodings of the signature by the name of its format. */
  readonly formats: Readonly<Record<string, 'der' | 'ieee-p1363'>>;
}

const ecdsaFormats = { SIGNATURE_FORMAT_DER: 'der', SIGNATURE_FORMAT_CONCAT: 'ieee-p1363' } as const;

/** Signing algorithms, their keys, and the formats of their signatures. */
const algorithms: Readonly<Record<string, Algorithm>> = {
  SIGNING_ALGORITHM_SPEC_ED25519: {
    digest: null,
    specs: ['SIGNING_KEY_SPEC_EC_CURVE25519'],
    formats: { SIGNATURE_FORMAT_CONCAT: 'ieee-p1363', SIGNATURE_FORMAT_RAW: 'ieee-p1363' },
  },
  SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256: {
    digest: 'sha256',
    specs: ['SIGNING_KEY_SPEC_EC_P256', 'SIGNING_KEY_SPEC_EC_SECP256K1'],
    formats: ecdsaFormats,
  },
  SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_384: {
    digest: 'sha384',
    specs: ['SIGNING_KEY_SPEC_EC_P384'],
    formats: ecdsaFormats,
  },
};

/**
 * The bytes that a party signs: SHA-256 of the prepared transaction. A real ledger hashes the decoded transaction by its
 * hashing scheme; that algorithm is outside interface.md, so one hash is used for all scheme versions here.
 */
export function hashToSign(preparedTransaction: Uint8Array): Buffer {
  return createHash('sha256').update(preparedTransaction).digest();
}

/**
 * Checks one signature over the prepared transaction.
 * @returns undefined if it is valid, otherwise a sentence
 */
export function checkSignature(
  key: PublicKey,
  message: Uint8Array,
  signature: Uint8Array,
  names: { readonly format: string; readonly algorithm: string },
): string | undefined {
  const algorithm = Object.hasOwn(algorithms, names.algorithm) ? algorithms[names.algorithm] : undefined;
  if (algorithm === undefined) return 'The signing algorithm is not supported.';
  if (!algorithm.specs.includes(key.spec)) return 'The signing algorithm does not fit the key of the party.';
  const encoding = Object.hasOwn(algorithm.formats, names.format)
    ? algorithm.formats[names.format]
    : undefined;
  if (encoding === undefined) return 'The signature format does not go with the signing algorithm.';
  const bytes = [key.spki, message, signature].map((each) => Buffer.from(each).toString('base64'));
  const [spki = '', signed = '', given = ''] = bytes;
  const holds = isSignature(spki, signed, given, `${algorithm.digest ?? ''} ${encoding}`);
  return holds
    ? undefined
    : 'The signature is not valid for the prepared transaction and the key of the party.';
}

/** Cached, because a run sends the same prepared transaction and signature many times. Bytes are base64; the scheme is digest and encoding. */
const isSignature = remember((spki: string, message: string, signature: string, scheme: string): boolean => {
  const [digest = '', encoding = ''] = scheme.split(' ');
  const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });
  const dsaEncoding = encoding === 'der' ? 'der' : 'ieee-p1363';
  const signed = Buffer.from(message, 'base64');
  return verify(
    digest === '' ? null : digest,
    signed,
    { key, dsaEncoding },
    Buffer.from(signature, 'base64'),
  );
});

/** Signs what `checkSignature` verifies; ECDSA signatures are DER. */
export function signHash(privateKey: KeyObject, message: Uint8Array, digest: Algorithm['digest']): Buffer {
  return sign(digest, message, { key: privateKey, dsaEncoding: 'der' });
}
