import { isObject, shown } from '../../json/read-json.ts';
import type { PinnedRule } from './mismatch.ts';
import { purposeHash, uint32 } from './purpose-hash.ts';

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
