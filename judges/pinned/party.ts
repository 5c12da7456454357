import { isObject, shown } from '../../json/read-json.ts';
import type { PinnedRule } from './mismatch.ts';
import { purposeHash } from './purpose-hash.ts';
import { readPublicKey } from './read-key.ts';

/**
 * The fingerprint is the hash of the key in lower-case hex: of the 32 bytes of an Ed25519 key, or of the whole
 * SubjectPublicKeyInfo of other keys. Parameter: `purpose` of the hash.
 */
export const judgeFingerprint: PinnedRule = ({ request, answer }, { purpose }) => {
  if (!isObject(request.body) || !isObject(answer.body)) return 'silent';
  const key = readPublicKey(request.body.publicKey);
  if (key === undefined) return 'silent';
  const hashed = key.isEd25519 ? key.spki.subarray(-32) : key.spki;
  const expected = purposeHash(Number(purpose), hashed).toString('hex');
  const { publicKeyFingerprint: actual } = answer.body;
  if (actual === expected) return undefined;
  return {
    pointer: '/publicKeyFingerprint',
    kind: 'fingerprint-wrong',
    actual: `${shown(actual)}; that of the key is ${expected}`,
  };
};

/** The party id is the hint, two colons and the fingerprint. */
export const judgePartyId: PinnedRule = ({ request, answer }) => {
  if (!isObject(request.body) || !isObject(answer.body)) return 'silent';
  const { partyHint: hint } = request.body;
  const { partyId, publicKeyFingerprint: fingerprint } = answer.body;
  if (typeof hint !== 'string' || typeof fingerprint !== 'string') return 'silent';
  if (partyId === `${hint}::${fingerprint}`) return undefined;
  return {
    pointer: '/partyId',
    kind: 'party-id-form',
    actual: shown(partyId),
  };
};
