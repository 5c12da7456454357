import { createHash, sign } from 'node:crypto';
import { keyFromSecret, type SigningKey } from '../../generators/keys.ts';
import { bytesFrom } from '../../generators/seeding.ts';
import type { JsonObject } from '../../json/read-json.ts';
import type { ProvisioningContext } from '../provisioner.ts';

/** The template of a contract that every node knows: a party pings itself. */
const ping = '#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping';

/** An Ed25519 signature (64 bytes, base64) in the form the node accepts. */
function signatureOf(key: SigningKey, fingerprint: string, message: Buffer): JsonObject {
  return {
    format: 'SIGNATURE_FORMAT_CONCAT',
    signature: sign(null, message, key.privateKey).toString('base64'),
    signedBy: fingerprint,
    signingAlgorithmSpec: 'SIGNING_ALGORITHM_SPEC_ED25519',
  };
}

export function generateTopologyRequest(
  synchronizer: string,
  partyHint: string,
  key: SigningKey,
): JsonObject {
  const { format, keyData, keySpec } = key;
  return { synchronizer, partyHint, publicKey: { format, keyData, keySpec } };
}

/** Allocates the party of generated topology transactions; signs the 34 bytes of `multiHash`. */
export function allocateRequest(
  synchronizer: string,
  topology: { topologyTransactions: readonly string[]; multiHash: string; publicKeyFingerprint: string },
  key: SigningKey,
): JsonObject {
  const { topologyTransactions, multiHash, publicKeyFingerprint } = topology;
  return {
    synchronizer,
    identityProviderId: '',
    onboardingTransactions: topologyTransactions.map((transaction) => ({ transaction, signatures: [] })),
    multiHashSignatures: [signatureOf(key, publicKeyFingerprint, Buffer.from(multiHash, 'base64'))],
  };
}

/** Grants or revokes the right to act as a party. */
export function rightsRequest(userId: string, party: string): JsonObject {
  return { userId, identityProviderId: '', rights: [{ kind: { CanActAs: { value: { party } } } }] };
}

export function createUserRequest(id: string): JsonObject {
  return {
    user: {
      id,
      primaryParty: '',
      isDeactivated: false,
      metadata: { resourceVersion: '', annotations: { purpose: 'conformance' } },
      identityProviderId: '',
    },
    rights: [],
  };
}

export function prepareRequest(of: {
  userId: string;
  party: string;
  synchronizer: string;
  commandId: string;
  contractId: string;
}): JsonObject {
  const { userId, party, synchronizer, commandId, contractId } = of;
  const createArguments = { id: contractId, initiator: party, responder: party };
  return {
    userId,
    commandId,
    commands: [{ CreateCommand: { templateId: ping, createArguments } }],
    actAs: [party],
    readAs: [],
    disclosedContracts: [],
    synchronizerId: synchronizer,
    packageIdSelectionPreference: [],
    verboseHashing: false,
  };
}

/** Executes a prepared transaction; signs the 32 bytes of `preparedTransactionHash`. */
export function executeRequest(
  prepared: { preparedTransaction: string; preparedTransactionHash: string; hashingSchemeVersion: string },
  of: { userId: string; party: string; fingerprint: string; submissionId: string },
  key: SigningKey,
): JsonObject {
  const { preparedTransaction, preparedTransactionHash, hashingSchemeVersion } = prepared;
  const signature = signatureOf(key, of.fingerprint, Buffer.from(preparedTransactionHash, 'base64'));
  return {
    preparedTransaction,
    partySignatures: { signatures: [{ party: of.party, signatures: [signature] }] },
    deduplicationPeriod: { Empty: {} },
    submissionId: of.submissionId,
    userId: of.userId,
    hashingSchemeVersion,
  };
}

type ProvisionedNames = Pick<ProvisioningContext, 'seed' | 'nonce'>;

/** The prefix of every name of a run; nothing without it is ever changed. */
export function prefixOf({ nonce }: Pick<ProvisionedNames, 'nonce'>): string {
  return `conformance-${nonce}`;
}

/** The key of the signing party, derived from seed and nonce. */
export function partyKey({ seed, nonce }: ProvisionedNames): SigningKey {
  return keyFromSecret(
    'SIGNING_KEY_SPEC_EC_CURVE25519',
    bytesFrom(['provisioner', 'canton-3.5', seed, nonce], 32),
  );
}

/** Ids of users to create, so that the listing has several pages. */
export function userIds(run: Pick<ProvisionedNames, 'nonce'>, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefixOf(run)}-${index}`);
}

/** Well-formed ids of participants that do not exist: the node does not look them up. */
export function otherParticipants(run: ProvisionedNames, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const namespace = createHash('sha256').update(`${run.seed}/${run.nonce}/${index}`).digest('hex');
    return `${prefixOf(run)}-participant-${index}::1220${namespace}`;
  });
}
