import { createHash } from 'node:crypto';

/** SHA-256 in a multihash: its code and the length of the hash. */
const multihashPrefix = Buffer.from([0x12, 0x20]);

/** A hash for one purpose: `12 20`, then the SHA-256 of the purpose (four bytes, big-endian) and the content. */
export function purposeHash(purpose: number, content: Uint8Array): Buffer {
  const digest = createHash('sha256').update(uint32(purpose)).update(content).digest();
  return Buffer.concat([multihashPrefix, digest]);
}

/** Four bytes, big-endian. */
export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
