import type { GenerateTopologyRequest } from '../../requests.ts';
import { withMediaType } from '../altered-draft.ts';
import { changeSuccess } from '../change-success.ts';
import { breaking, faultsOf } from '../fault-row.ts';
import { changeFingerprint, changeTopology } from '../meaning/change-topology.ts';
import { quoteOf } from '../quotes.ts';

type RequestCondition = (request: GenerateTopologyRequest) => boolean;

const isLong: RequestCondition = ({ partyHint }) => partyHint.length >= 60;
const isDigits: RequestCondition = ({ partyHint }) => /^\d+$/.test(partyHint);
const isFull: RequestCondition = (request) => Object.keys(request).length === 7;
const hasTwoObservers: RequestCondition = ({ observingParticipantUids: uids }) => (uids?.length ?? 0) >= 2;
const isThresholdOne: RequestCondition = ({ confirmationThreshold }) => confirmationThreshold === 1;
const observesOnly: RequestCondition = (request) => request.localParticipantObservationOnly === true;

/** Responses of generate-topology that are wrong only for some valid requests. */
export const someTopologyFaults = faultsOf('generate-topology', [
  ...breaking(['GT-PARTYID-HINT'], {
    'long-hint-is-cut-in-party-id': [
      'partyId contains the first 60 characters of the hint.',
      changeTopology(({ publicKeyFingerprint }, { partyHint }) =>
        partyHint.length > 60 ? { partyId: `${partyHint.slice(0, 60)}::${publicKeyFingerprint}` } : undefined,
      ),
    ],
    'hint-of-digits-is-read-as-number': [
      'A hint of digits only is read as a number, so that partyId contains other digits.',
      changeTopology(({ partyId, publicKeyFingerprint }, request) => {
        const made = `${Number(request.partyHint)}::${publicKeyFingerprint}`;
        return isDigits(request) && made !== partyId ? { partyId: made } : undefined;
      }),
    ],
  }),
  ...breaking(['GT-PARTYID-FINGERPRINT'], {
    'party-id-of-long-hint-lacks-fingerprint': [
      'For a hint of 60 characters or more partyId has no fingerprint.',
      changeTopology((_, request) => (isLong(request) ? { partyId: request.partyHint } : undefined)),
    ],
  }),
  ...breaking(['GT-FINGERPRINT-FUNCTION'], {
    'fingerprint-changes-for-observer': [
      'With observing participants the fingerprint is written in upper case.',
      changeFingerprint((fingerprint, { observingParticipantUids: uids }) =>
        (uids?.length ?? 0) > 0 ? fingerprint.toUpperCase().replaceAll(/\d/g, '0') : undefined,
      ),
    ],
  }),
  ...breaking(['GT-RES-MULTIHASH-NONEMPTY'], {
    'multi-hash-is-empty-with-threshold-one': [
      'With a confirmationThreshold of exactly 1 multiHash is empty.',
      changeTopology((_, request) => (isThresholdOne(request) ? { multiHash: '' } : undefined)),
    ],
  }),
  ...breaking(['GT-RES-TRANSACTIONS-NONEMPTY'], {
    'transactions-are-empty-for-observation-only': [
      'With localParticipantObservationOnly there are no transactions.',
      changeTopology((_, request) => (observesOnly(request) ? { topologyTransactions: [] } : undefined)),
    ],
  }),
  {
    id: 'entry-is-empty-for-second-observer',
    title: 'With two observing participants an empty entry follows the transaction.',
    requirements: ['GT-RES-ENTRY'],
    quote: quoteOf('GT-ENTRY-DISTINCT'),
    apply: changeTopology(({ topologyTransactions }, request) =>
      hasTwoObservers(request) ? { topologyTransactions: [...topologyTransactions, ''] } : undefined,
    ),
  },
  {
    id: 'entry-of-full-request-is-no-wrapper',
    title: 'With all optional fields together an entry is the hash of the transaction.',
    requirements: ['GT-ENTRY-WRAPPER'],
    quote: 'Each entry is serialized as a versioned-message wrapper (UntypedVersionedMessage)',
    apply: changeTopology(({ multiHash }, request) => (isFull(request) ? { topologyTransactions: [multiHash] } : undefined)),
  },
  ...breaking(['GT-RES-MEDIA'], {
    'success-of-full-request-is-text': [
      'With all optional fields together the Content-Type is text/plain.',
      changeSuccess('generate-topology', (draft, { input }) => (isFull(input as GenerateTopologyRequest) ? withMediaType(draft, 'text/plain') : undefined)),
    ],
  }),
]);
