import type { Ledger } from '../ledger.ts';
import type { GenerateTopologyRequest } from '../requests.ts';
import { generateTopologySemantics } from '../rules/generate-topology.semantics.ts';
import { generateTopologyStructure } from '../rules/generate-topology.structure.ts';
import { isObject, isString } from '../rules/json-types.ts';
import { sampleGenerateTopologyRequest } from '../samples.ts';
import { confirmersOf } from '../topology/confirmers.ts';
import { multiHash } from '../topology/multi-hash.ts';
import { encodeTopologyTransaction, type Hosting } from '../topology/topology-transaction.ts';
import { readKnownKey } from './known-key.ts';
import type { ReferenceOperation } from './operation.ts';

interface GenerateTopologyResponse {
  readonly partyId: string;
  readonly publicKeyFingerprint: string;
  /** Base64, each an UntypedVersionedMessage. */
  readonly topologyTransactions: readonly string[];
  /** Base64 of 34 bytes. */
  readonly multiHash: string;
}

/** The topology of a party in a normal namespace; the request has passed all rules. */
export function generateTopology(request: GenerateTopologyRequest, ledger: Ledger): GenerateTopologyResponse {
  const { format, keyData, keySpec } = request.publicKey;
  const key = readKnownKey(format, keyData, keySpec);
  if (typeof key === 'string')
    throw new Error(`${key} Keep the rule "undecodable /publicKey" before this stage.`);
  const partyId = `${request.partyHint}::${key.fingerprint}`;
  const transaction = encodeTopologyTransaction({
    partyId,
    threshold: request.confirmationThreshold || confirmersOf(request),
    hosting: hostingOf(request, ledger.participantUid),
    key,
  });
  return {
    partyId,
    publicKeyFingerprint: key.fingerprint,
    topologyTransactions: [Buffer.from(transaction).toString('base64')],
    multiHash: multiHash([transaction]).toString('base64'),
  };
}

function hostingOf(request: GenerateTopologyRequest, localUid: string): Hosting[] {
  const observes = request.localParticipantObservationOnly === true;
  return [
    { participantUid: localUid, permission: observes ? 'OBSERVATION' : 'CONFIRMATION' },
    ...(request.otherConfirmingParticipantUids ?? []).map((participantUid): Hosting => {
      return { participantUid, permission: 'CONFIRMATION' };
    }),
    ...(request.observingParticipantUids ?? []).map((participantUid): Hosting => {
      return { participantUid, permission: 'OBSERVATION' };
    }),
  ];
}

function isReadableKey(value: unknown): value is GenerateTopologyRequest['publicKey'] {
  if (!isObject(value)) return false;
  const { format, keyData, keySpec } = value;
  const areStrings = isString(format) && isString(keyData) && isString(keySpec);
  return areStrings && typeof readKnownKey(format, keyData, keySpec) !== 'string';
}

export const generateTopologyOperation: ReferenceOperation<GenerateTopologyRequest, object> = {
  input: 'json',
  structure: generateTopologyStructure,
  semantics: generateTopologySemantics,
  structuralFailure: 'text',
  perform: (request, { ledger }) => generateTopology(request, ledger),
  // It keeps the hint and the key of the request if it can, so that the response matches the request apart from the fault.
  sample: (ledger, input) => {
    const topology = sampleGenerateTopologyRequest(ledger);
    if (!isObject(input)) return topology;
    const { partyHint, publicKey } = input;
    return {
      ...topology,
      ...(isString(partyHint) ? { partyHint } : {}),
      ...(isReadableKey(publicKey) ? { publicKey } : {}),
    };
  },
  speakingOfValid: [
    'GT-SUCCESS',
    'GT-OPT-OBSERVATIONONLY',
    'GT-OPT-OTHERCONFIRMING',
    'GT-OPT-THRESHOLD',
    'GT-OPT-OBSERVING',
    'GT-FAILURE-FORM',
    'AUTH-BEARER',
    'AUTH-APIKEY',
  ],
};
