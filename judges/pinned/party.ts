import { createHash } from 'node:crypto';
import { isObject, shown } from '../../json/read-json.ts';
import { readPublicKey } from './read-key.ts';
import type { PinnedRule } from './view.ts';

/** SHA-256 in a multihash: its code and the length of the hash. */
const multihashPrefix = Buffer.from([0x12, 0x20]);

/** A hash for one purpose: `12 20`, then the SHA-256 of the purpose (four bytes, big-endian) and the content. */
function purposeHash(purpose: number, content: Uint8Array): Buffer {
  const digest = createHash('sha256').update(uint32(purpose)).update(content).digest();
  return Buffer.concat([multihashPrefix, digest]);
}

/** Four bytes, big-endian. */
function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

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

/**
 * The multi-hash of topology transactions: the hash of their count and their distinct hashes in ascending order, each
 * preceded by its length.
 * @param transactions the decoded entries
 */
function multiHashOf(
  transactions: readonly Uint8Array[],
  purposes: { readonly transaction: number; readonly list: number },
): Buffer {
  const hashes = transactions.map((bytes) => purposeHash(purposes.transaction, bytes).toString('hex'));
  const distinct = [...new Set(hashes)].sort().map((text) => Buffer.from(text, 'hex'));
  const content = distinct.flatMap((each) => [uint32(each.length), each]);
  return purposeHash(purposes.list, Buffer.concat([uint32(distinct.length), ...content]));
}

/** The multiHash is that of the transactions, in padded base64. Parameters: `transaction` and `list`, the purposes. */
export const judgeMultiHash: PinnedRule = ({ answer }, { transaction, list }) => {
  if (!isObject(answer.body) || !Array.isArray(answer.body.topologyTransactions)) return 'silent';
  const { topologyTransactions: entries, multiHash } = answer.body;
  if (!entries.every((entry) => typeof entry === 'string')) return 'silent';
  const decoded = entries.map((entry) => Buffer.from(entry, 'base64'));
  const purposes = { transaction: Number(transaction), list: Number(list) };
  const expected = multiHashOf(decoded, purposes).toString('base64');
  if (multiHash === expected) return undefined;
  return {
    pointer: '/multiHash',
    kind: 'multihash-wrong',
    actual: `${shown(multiHash)}; that of the transactions is ${expected}`,
  };
};
