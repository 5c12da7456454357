import keys from '../corpora/wycheproof/public-keys.json' with { type: 'json' };
import { type ClassifiedKey, classifyKey, type KeyFlaw } from './classify.ts';

/** A public key of Project Wycheproof that is not the plain encoding of a key. */
export interface WycheproofKey {
  /** Such as `point is not on curve, ecdh_secp256r1_test 332`. */
  readonly name: string;
  readonly flags: readonly string[];
  /** What Wycheproof says of it: `invalid` or `acceptable`. */
  readonly result: string;
  readonly spki: Buffer;
  /** The specification of the set, which the key pretends to be of. */
  readonly keySpec: 'SIGNING_KEY_SPEC_EC_P256' | 'SIGNING_KEY_SPEC_EC_P384';
  readonly verdict: 'open' | 'undecodable';
  readonly flaw: KeyFlaw;
}

let made: readonly WycheproofKey[] | undefined;

/** The corpus, classified by ruling 31; keys that are plain but of another curve than the set are left out. */
export function wycheproofKeys(): readonly WycheproofKey[] {
  made ??= keys.flatMap(({ set, tcId, comment, flags, result, spki }): WycheproofKey[] => {
    const bytes = Buffer.from(spki, 'base64');
    const classified: ClassifiedKey = classifyKey(bytes);
    if (classified.verdict === 'plain') return [];
    const name = [comment, `${set} ${tcId}`].filter((each) => each !== '').join(', ');
    const keySpec = set.includes('secp256r1') ? 'SIGNING_KEY_SPEC_EC_P256' : 'SIGNING_KEY_SPEC_EC_P384';
    return [{ name, flags, result, spki: bytes, keySpec, ...classified }];
  });
  return made;
}
