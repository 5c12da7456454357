import { createHash } from 'node:crypto';
import { expect } from 'vitest';

/** An Ed25519 public key of 32 bytes, as clients send it. */
export const publicKey = 'lVoecNeb50KdHlQzJV1UmJYKlmQaJ2CQBml0bYl3Nuc=';

interface Topology {
  readonly partyId: string;
  readonly publicKeyFingerprint: string;
  readonly topologyTransactions: readonly string[];
  readonly multiHash: string;
}

/** Checks an answer of generate-topology against its hint and key, with a third implementation of the fingerprint. */
export function expectTopologyOf(answer: Topology, hint: string, key: string): void {
  const purposeOfFingerprints = Buffer.from([0, 0, 0, 12]);
  const digest = createHash('sha256')
    .update(Buffer.concat([purposeOfFingerprints, Buffer.from(key, 'base64')]))
    .digest('hex');
  expect(answer.publicKeyFingerprint).toBe(`1220${digest}`);
  expect(answer.partyId).toBe(`${hint}::${answer.publicKeyFingerprint}`);
  expect(answer.topologyTransactions.length).toBeGreaterThan(0);
  expect(Buffer.from(answer.multiHash, 'base64')).toHaveLength(34);
}
