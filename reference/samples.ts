import { hashToSign, signHash } from './keys/signature.ts';
import type { Ledger, SigningParty } from './ledger.ts';
import { writePreparedTransaction } from './prepared-transaction.ts';
import type { ExecuteSubmissionRequest, GenerateTopologyRequest } from './requests.ts';

/** A body that the ledger accepts; the same for the same ledger and command id, because Ed25519 is deterministic. */
export function sampleExecuteRequest(
  ledger: Ledger,
  commandId = 'command-1',
  party: SigningParty = ledger.ed25519Party,
): ExecuteSubmissionRequest {
  const prepared = writePreparedTransaction({ actAs: party.partyId, userId: ledger.userId, commandId });
  const isEd25519 = party.publicKey.spec === 'SIGNING_KEY_SPEC_EC_CURVE25519';
  const signature = signHash(party.privateKey, hashToSign(prepared), isEd25519 ? null : 'sha256');
  return {
    preparedTransaction: Buffer.from(prepared).toString('base64'),
    partySignatures: {
      signatures: [
        {
          party: party.partyId,
          signatures: [
            {
              format: isEd25519 ? 'SIGNATURE_FORMAT_CONCAT' : 'SIGNATURE_FORMAT_DER',
              signature: signature.toString('base64'),
              signedBy: party.publicKey.fingerprint,
              signingAlgorithmSpec: isEd25519
                ? 'SIGNING_ALGORITHM_SPEC_ED25519'
                : 'SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256',
            },
          ],
        },
      ],
    },
    submissionId: `submission-of-${commandId}`,
    hashingSchemeVersion: 'HASHING_SCHEME_VERSION_V2',
    deduplicationPeriod: { DeduplicationDuration: { value: { seconds: 600, nanos: 0 } } },
    userId: ledger.userId,
    minLedgerTime: { time: { Empty: {} } },
  };
}

/** A topology request with only the required fields. */
export function sampleGenerateTopologyRequest(ledger: Ledger): GenerateTopologyRequest {
  return {
    synchronizer: ledger.synchronizer,
    partyHint: 'alice',
    publicKey: {
      format: 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO',
      keyData: ledger.ed25519Party.publicKey.spki.toString('base64'),
      keySpec: ledger.ed25519Party.publicKey.spec,
    },
  };
}
