import type { GenerateTopologyRequest } from '../../requests.ts';
import { withMediaType } from '../altered-draft.ts';
import { changeSuccess } from '../change-success.ts';
import type { Change } from '../fault.ts';
import { type BrokenClause, type FaultRow, faultsOf } from '../fault-row.ts';
import { changeFingerprint, changeTopology } from '../meaning/change-topology.ts';
import { quotes } from '../quotes.ts';

type Concerns = (request: GenerateTopologyRequest) => boolean;

function row(id: string, title: string, clause: BrokenClause, apply: Change): FaultRow {
  return { id, title, ...clause, apply };
}

const isLong: Concerns = ({ partyHint }) => partyHint.length >= 60;
const isDigits: Concerns = ({ partyHint }) => /^\d+$/.test(partyHint);
const isFull: Concerns = (request) => Object.keys(request).length === 7;
const hasTwoObservers: Concerns = ({ observingParticipantUids: uids }) => (uids?.length ?? 0) >= 2;
const isThresholdOne: Concerns = ({ confirmationThreshold }) => confirmationThreshold === 1;
const observesOnly: Concerns = (request) => request.localParticipantObservationOnly === true;

/** Responses of generate-topology that are wrong only for some valid requests. */
export const someTopologyFaults = faultsOf('generate-topology', [
  row(
    'long-hint-is-cut-in-party-id',
    'partyId holds the first 60 characters of the hint.',
    { requirements: ['GT-PARTYID-HINT'], quote: quotes.partyId },
    changeTopology(({ publicKeyFingerprint }, { partyHint }) =>
      partyHint.length > 60 ? { partyId: `${partyHint.slice(0, 60)}::${publicKeyFingerprint}` } : undefined,
    ),
  ),
  row(
    'hint-of-digits-is-read-as-number',
    'A hint of digits only is read as a number, so that partyId holds other digits.',
    { requirements: ['GT-PARTYID-HINT'], quote: quotes.partyId },
    changeTopology(({ partyId, publicKeyFingerprint }, request) => {
      const made = `${Number(request.partyHint)}::${publicKeyFingerprint}`;
      return isDigits(request) && made !== partyId ? { partyId: made } : undefined;
    }),
  ),
  row(
    'party-id-of-long-hint-lacks-fingerprint',
    'For a hint of 60 characters or more partyId has no fingerprint.',
    { requirements: ['GT-PARTYID-FINGERPRINT'], quote: quotes.partyId },
    changeTopology((_, request) => (isLong(request) ? { partyId: request.partyHint } : undefined)),
  ),
  row(
    'fingerprint-changes-for-observer',
    'With observing participants the fingerprint is written in upper case.',
    { requirements: ['GT-FINGERPRINT-FUNCTION'], quote: 'Fingerprint of the supplied public key.' },
    changeFingerprint((fingerprint, { observingParticipantUids: uids }) =>
      (uids?.length ?? 0) > 0 ? fingerprint.toUpperCase().replaceAll(/\d/g, '0') : undefined,
    ),
  ),
  row(
    'multi-hash-is-empty-with-threshold-one',
    'With a confirmationThreshold of exactly 1 multiHash is empty.',
    { requirements: ['GT-RES-MULTIHASH-NONEMPTY'], quote: '| multiHash | string | yes | Must be non-empty.' },
    changeTopology((_, request) => (isThresholdOne(request) ? { multiHash: '' } : undefined)),
  ),
  row(
    'transactions-are-empty-for-observation-only',
    'With localParticipantObservationOnly there are no transactions.',
    {
      requirements: ['GT-RES-TRANSACTIONS-NONEMPTY'],
      quote: '| topologyTransactions | array of string | yes | Must be non-empty.',
    },
    changeTopology((_, request) => (observesOnly(request) ? { topologyTransactions: [] } : undefined)),
  ),
  row(
    'entry-is-empty-for-second-observer',
    'With two observing participants an empty entry follows the transaction.',
    { requirements: ['GT-RES-ENTRY'], quote: 'Each entry is a serialized topology transaction' },
    changeTopology(({ topologyTransactions }, request) =>
      hasTwoObservers(request) ? { topologyTransactions: [...topologyTransactions, ''] } : undefined,
    ),
  ),
  row(
    'entry-of-full-request-is-no-wrapper',
    'With all optional fields together an entry is the hash of the transaction.',
    {
      requirements: ['GT-ENTRY-WRAPPER'],
      quote: 'Each entry is serialized as a versioned-message wrapper (UntypedVersionedMessage)',
    },
    changeTopology(({ multiHash }, request) =>
      isFull(request) ? { topologyTransactions: [multiHash] } : undefined,
    ),
  ),
  row(
    'success-of-full-request-is-text',
    'With all optional fields together the Content-Type is text/plain.',
    { requirements: ['GT-RES-MEDIA'], quote: quotes.generateSuccess },
    changeSuccess('generate-topology', (draft, { input }) =>
      isFull(input as GenerateTopologyRequest) ? withMediaType(draft, 'text/plain') : undefined,
    ),
  ),
]);
