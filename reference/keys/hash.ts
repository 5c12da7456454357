import { createHash } from 'node:crypto';

/** Purposes that separate the hashes of the ledger. */
export const hashPurpose = { topologyTransaction: 11, publicKeyFingerprint: 12, multiTopology: 55 } as const;

/** 34 bytes: the multihash prefix 12 20, then SHA-256 over the purpose (uint32, big-endian) and the content. */
export function purposeHash(purpose: number, content: Uint8Array): Buffer {
  const digest = createHash('sha256').update(uint32(purpose)).update(content).digest();
  return Buffer.concat([Buffer.from([0x12, 0x20]), digest]);
}

/** Four bytes, big-endian. */
export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
