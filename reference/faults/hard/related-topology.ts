import type { GenerateTopologyResponse } from '../../operations/generate-topology.ts';
import type { GenerateTopologyRequest } from '../../requests.ts';
import type { Change } from '../fault.ts';
import { breaking, type FaultRow, faultsOf } from '../fault-row.ts';
import { changeFingerprint, changeTopology } from '../meaning/change-topology.ts';

type Field = 'topologyTransactions' | 'multiHash';

/** A server that caches one field by less than what it depends on, and returns it for similar requests. */
function remembered(field: Field, alike: (request: GenerateTopologyRequest) => unknown): Change {
  return (behaviour, context) => {
    const known = new Map<string, GenerateTopologyResponse>();
    const change = changeTopology((response, request) => {
      const key = JSON.stringify([alike(request), request.publicKey.keyData]);
      const before = known.get(key);
      if (before === undefined) known.set(key, response);
      if (before === undefined || before[field] === response[field]) return undefined;
      return field === 'multiHash' ? { multiHash: before.multiHash } : { topologyTransactions: before.topologyTransactions, multiHash: before.multiHash };
    });
    return change(behaviour, context);
  };
}

const rows: readonly FaultRow[] = [
  ...breaking(['GT-ENTRY-DISTINCT'], {
    'transactions-forget-case-of-hint': [
      'Hints that differ only in case get the same transactions.',
      remembered('topologyTransactions', ({ partyHint }) => partyHint.toLowerCase()),
    ],
    'transactions-see-64-characters-of-hint': [
      'Hints that agree in their first 64 characters get the same transactions.',
      remembered('topologyTransactions', ({ partyHint }) => partyHint.slice(0, 64)),
    ],
  }),
  ...breaking(['GT-MULTIHASH-BOUND'], {
    'multi-hash-forgets-threshold': [
      'multiHash does not depend on the confirmationThreshold.',
      remembered('multiHash', ({ confirmationThreshold: _threshold, ...rest }) => rest),
    ],
    'multi-hash-forgets-observation-only': [
      'multiHash does not depend on localParticipantObservationOnly.',
      remembered('multiHash', ({ localParticipantObservationOnly: _only, ...rest }) => rest),
    ],
  }),
  {
    id: 'fingerprint-of-other-curves-is-constant',
    title: 'All keys of other curves than Ed25519 have the same fingerprint.',
    requirements: ['GT-FINGERPRINT-DISTINCT'],
    apply: changeFingerprint((_, { publicKey }) => (publicKey.keySpec === 'SIGNING_KEY_SPEC_EC_CURVE25519' ? undefined : `1220${'0'.repeat(64)}`)),
  },
  {
    id: 'fingerprint-changes-after-800-calls',
    title: 'From the 800th call on fingerprints are other ones.',
    requirements: ['GT-FINGERPRINT-FUNCTION'],
    when: 'late',
    apply: (behaviour, context) => {
      let calls = 0;
      return changeFingerprint((fingerprint) => {
        calls += 1;
        return calls > 800 ? fingerprint.replace(/.$/, (last) => (last === '0' ? '1' : '0')) : undefined;
      })(behaviour, context);
    },
  },
];

/** Responses of generate-topology that are wrong only compared with the response to another request. */
export const relatedTopologyFaults = faultsOf('generate-topology', rows);
