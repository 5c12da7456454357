import { describe, expect, it } from 'vitest';
import { trustSecret } from '../../reference/credentials/token-trust.ts';
import { hashPurpose, purposeHash } from '../../reference/keys/hash.ts';
import { type PublicKey, readPublicKey } from '../../reference/keys/public-key.ts';
import { checkSignature } from '../../reference/keys/signature.ts';
import { createLedger } from '../../reference/ledger.ts';
import { generateTopology } from '../../reference/operations/generate-topology.ts';
import { readPageToken, writePageToken } from '../../reference/page-token.ts';
import { multiHash } from '../../reference/topology/multi-hash.ts';
import vectors from './vectors.json' with { type: 'json' };

const spki = 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO';

function keyOf(format: string, keyData: string, keySpec: string): PublicKey {
  const key = readPublicKey(format, keyData, keySpec);
  if (typeof key === 'string') throw new Error(key);
  return key;
}

describe('known answers', () => {
  it.each(vectors.fingerprints)('the fingerprint of $id is the published one', (vector) => {
    const key = keyOf(spki, vector.publicKeyDerBase64, vector.keySpec);
    expect(key.fingerprint).toBe(vector.fingerprint);
  });

  it.each(vectors.published.filter((each) => 'fingerprint' in each))(
    'the fingerprint published as $name is reproduced',
    (vector) => {
      const raw = vector.inputBase64 ?? Buffer.from(vector.rawHex ?? '', 'hex').toString('base64');
      const spec = vector.keySpec ?? 'SIGNING_KEY_SPEC_EC_CURVE25519';
      const key =
        vector.spkiBase64 === undefined
          ? keyOf('CRYPTO_KEY_FORMAT_RAW', raw, spec)
          : keyOf(spki, vector.spkiBase64, spec);
      expect(key.fingerprint).toBe(vector.fingerprint);
    },
  );

  it.each(vectors.published.filter((each) => 'txHash' in each))(
    'the transaction hash published as $name is reproduced',
    (vector) => {
      const transaction = Buffer.from(vector.txBase64 ?? '', 'base64');
      expect(purposeHash(hashPurpose.topologyTransaction, transaction).toString('hex')).toBe(vector.txHash);
    },
  );

  it.each(vectors.published.filter((each) => 'purpose' in each))(
    'the hash published as $name is reproduced',
    (vector) => {
      const content = Buffer.from(vector.contentHex ?? '', 'hex');
      expect(purposeHash(vector.purpose ?? 0, content).toString('hex')).toBe(vector.hash);
    },
  );

  it.each(vectors.topology)('the topology of $id has the known bytes', async (vector) => {
    const settings = {
      seed: 'vectors',
      users: 1,
      singleUse: false,
      trust: await trustSecret('not used by this test'),
    };
    const ledger = { ...createLedger(settings), participantUid: vector.localParticipantUid };
    const result = generateTopology({ synchronizer: ledger.synchronizer, ...vector.request }, ledger);
    expect(result).toEqual({
      partyId: vector.partyId,
      publicKeyFingerprint: vector.publicKeyFingerprint,
      topologyTransactions: vector.topologyTransactionsBase64,
      multiHash: vector.multiHashBase64,
    });
  });

  it.each(vectors.multihash)('the multi-hash of $id is the known one', (vector) => {
    const transactions = vector.topologyTransactionsBase64.map((each) => Buffer.from(each, 'base64'));
    expect(multiHash(transactions).toString('base64')).toBe(vector.multiHashBase64);
  });

  it.each(vectors.pageTokens)('the page token of $lastUserId is the known one', (vector) => {
    expect(writePageToken(vector.lastUserId)).toBe(vector.tokenBase64Url);
    expect(readPageToken(vector.tokenBase64Url)).toBe(vector.lastUserId);
  });

  it('the known signature over a multi-hash holds, and an altered one does not', () => {
    const example = vectors.signatureExample;
    const [first] = vectors.fingerprints;
    const key = keyOf(spki, first?.publicKeyDerBase64 ?? '', first?.keySpec ?? '');
    const message = Buffer.from(example.multiHashBase64, 'base64');
    const signature = Buffer.from(example.signatureBase64, 'base64');
    const names = { format: example.format, algorithm: example.signingAlgorithmSpec };
    expect(checkSignature(key, message, signature, names)).toBeUndefined();
    signature.writeUInt8(signature.readUInt8(0) ^ 1, 0);
    expect(checkSignature(key, message, signature, names)).toContain('not valid');
  });
});
