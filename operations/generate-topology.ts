import { fullGenerateTopology, minimalGenerateTopology } from '../generators/generate-topology.ts';
import { keyFormName } from '../generators/key-forms.ts';
import { partyName } from '../generators/party-names.ts';
import { bytesFrom, textFrom } from '../generators/seeding.ts';
import type { OperationDefinition } from './operation.ts';

/** Used if no synchronizer is configured; enough for requests that are rejected before it is read. */
function unknownSynchronizer(identity: string): string {
  const name = textFrom(['synchronizer', identity], 'abcdefghijklmnopqrstuvwxyz', 12);
  return `${name}::1220${bytesFrom(['synchronizer', identity], 32).toString('hex')}`;
}

export const generateTopology: OperationDefinition = {
  operation: 'generate-topology',
  idPrefix: 'GT',
  shortName: 'topology',
  input: 'body',
  openContentType: 'GT-OPEN-CONTENT-TYPE',
  success: {
    requirement: 'GT-SUCCESS',
    status: 200,
    media: 'GT-RES-MEDIA',
    object: 'GT-RES-MEDIA',
    unknownFields: 'GT-OPEN-UNKNOWN-FIELDS',
  },
  failure: {
    forms: ['text-400', 'error-object'],
    requirement: 'GT-FAILURE-FORM',
    text: { requirement: 'GT-FAILURE-TEXT', nonEmpty: 'GT-TEXT-NONEMPTY' },
  },
  validControl: 'in-case',
  probe: { usesSynchronizer: true },
  paceDependsOn: [],
  ofWholeRun: [
    'GT-BODY-REQUIRED',
    'GT-FINGERPRINT-FUNCTION',
    'GT-FINGERPRINT-DISTINCT',
    'GT-MULTIHASH-BOUND',
    'GT-ENTRY-DISTINCT',
    'GT-OPEN-DETERMINISM',
  ],
  work: { 'GT-BODY': 1_150, 'HTTP-STABLE': 1_000, 'GT-KEY-UNDECODABLE': 300 },
  soakShare: 0.4,
  keyType: ({ publicKey }) =>
    typeof publicKey === 'object' && publicKey !== null ? keyFormName(publicKey) : undefined,
  placeholder: ({ synchronizer }) => (synchronizer === null ? 'every' : 'none'),
  fullBody: () => fullGenerateTopology({ synchronizer: 's::1', participantUids: ['p::1', 'q::1'] }, 1),
  plainBody: ({ synchronizer, identity }) => ({
    ...minimalGenerateTopology(synchronizer ?? unknownSynchronizer(identity), identity),
    partyHint: partyName(identity),
  }),
};
