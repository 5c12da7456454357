import { hashPurpose, purposeHash, uint32 } from '../keys/hash.ts';

/** One hash of a set of serialized topology transactions, whatever their order; 34 bytes. */
export function multiHash(transactions: readonly Uint8Array[]): Buffer {
  const hashes = transactions.map((each) => purposeHash(hashPurpose.topologyTransaction, each));
  const distinct = [...new Map(hashes.map((hash) => [hash.toString('hex'), hash])).entries()]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, hash]) => hash);
  const parts = distinct.flatMap((hash) => [uint32(hash.length), hash]);
  return purposeHash(hashPurpose.multiTopology, Buffer.concat([uint32(distinct.length), ...parts]));
}
