import { createHash, sign } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';
import { type SigningKey, signingKey } from './keys.ts';
import { someOf } from './optional-fields.ts';
import { bytesFrom, type SeedPart, uuidFrom } from './seeding.ts';

type ExecuteSubmissionRequest = {
  userId?: string;
  minLedgerTime?: { time?: object };
  deduplicationPeriod?: object;
  preparedTransaction: string;
  partySignatures: {
    signatures: {
      party?: string;
      signatures: { format?: string; signature?: string; signedBy?: string; signingAlgorithmSpec?: string }[];
    }[];
  };
  submissionId: string;
  hashingSchemeVersion: string;
};

// The known implementation parses the transaction before it checks the token. Any bytes can be parsed as an unknown
// length-delimited field 15.
function placeholderTransaction(parts: readonly SeedPart[]): Buffer {
  const content = bytesFrom(['prepared-transaction', ...parts], 100);
  return Buffer.concat([Buffer.from([(15 << 3) | 2, content.length]), content]);
}

// The format of the known implementation: a SHA-256 multihash over purpose 12 and the raw Ed25519 key.
function fingerprint(key: SigningKey): string {
  const purpose = Buffer.from([0, 0, 0, 12]);
  const raw = key.spki.subarray(-32);
  return `1220${createHash('sha256').update(purpose).update(raw).digest('hex')}`;
}

/** An id in the format of a random UUID (RFC 9562 §5.4), only hex digits and `-`, from seed, nonce and index. */
export function submissionId(seed: SeedPart, nonce: SeedPart, index: SeedPart): string {
  return uuidFrom(['submission-id', seed, nonce, index], ['submission-id-variant', seed, nonce, index]);
}

/** The body with another submissionId: each retry of a submission has its own. */
export function withSubmissionId<T extends object>(body: T, id: string): T & { submissionId: string } {
  return { ...body, submissionId: id };
}

/**
 * A body that is well-formed in every field, with placeholder bytes signed by a placeholder Ed25519 key. No ledger
 * executes it; it is used if no real one is configured (ruling 25).
 */
export function placeholderExecuteBody(...parts: SeedPart[]): ExecuteSubmissionRequest {
  const key = signingKey('SIGNING_KEY_SPEC_EC_CURVE25519', 'execute-submission', ...parts);
  const transaction = placeholderTransaction(parts);
  const digest = createHash('sha256').update(transaction).digest();
  const signature = {
    format: 'SIGNATURE_FORMAT_CONCAT',
    signature: sign(null, digest, key.privateKey).toString('base64'),
    signedBy: fingerprint(key),
    signingAlgorithmSpec: 'SIGNING_ALGORITHM_SPEC_ED25519',
  };
  return {
    preparedTransaction: transaction.toString('base64'),
    partySignatures: { signatures: [{ party: `party::${fingerprint(key)}`, signatures: [signature] }] },
    submissionId: submissionId('placeholder', JSON.stringify(parts), 0),
    hashingSchemeVersion: 'HASHING_SCHEME_VERSION_V2',
    deduplicationPeriod: durationVariant(60, 0),
  };
}

/** The duration variant of deduplicationPeriod. */
export function durationVariant(seconds: number, nanos: number) {
  return { DeduplicationDuration: { value: { seconds, nanos } } };
}

/**
 * Optional fields to add to a valid body: the configured user, the documented variant of minLedgerTime, and the duration
 * variant with 1 to 600 seconds and whole microseconds (the finest resolution of the known implementation).
 */
export function executeOptions({
  userId,
}: {
  userId?: string;
}): Arbitrary<Pick<ExecuteSubmissionRequest, 'userId' | 'minLedgerTime' | 'deduplicationPeriod'>> {
  const duration = fc
    .tuple(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 0, max: 999_999 }))
    .map(([seconds, micros]) => durationVariant(seconds, micros * 1000));
  const others = {
    minLedgerTime: fc.constant({ time: { Empty: {} } }),
    deduplicationPeriod: duration,
  };
  return userId === undefined ? someOf(others) : someOf({ userId: fc.constant(userId), ...others });
}
