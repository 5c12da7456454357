import type { Call } from '../../call.ts';
import { type FaultRow, faultsOf } from '../fault-row.ts';
import { quotes } from '../quotes.ts';
import { changeTopology } from './change-topology.ts';

type MakePartyId = (parts: { hint: string; fingerprint: string }) => string;

function row(id: string, title: string, requirement: string, make: MakePartyId): FaultRow {
  return {
    id,
    title,
    requirements: [requirement],
    quote: quotes.partyId,
    apply: changeTopology(({ partyId, publicKeyFingerprint }, { partyHint }) => {
      const made = make({ hint: partyHint, fingerprint: publicKeyFingerprint });
      return made === partyId ? undefined : { partyId: made };
    }),
  };
}

/** Undefined if there is no escape between the quotation marks of the hint. */
function hintAsWritten({ body }: Call): string | undefined {
  return /"partyHint"\s*:\s*"([^"]*\\u[^"]*)"/.exec(body.toString())?.[1];
}

/** Party ids that are not built from the hint and the fingerprint (ruling 7). */
export const partyIdFaults = faultsOf('generate-topology', [
  {
    id: 'party-id-has-hint-as-written',
    title: 'partyId holds the hint as the request spells it, with its escapes.',
    requirements: ['GT-PARTYID-HINT'],
    quote: quotes.partyId,
    apply: changeTopology(({ publicKeyFingerprint }, _request, call) => {
      const hint = hintAsWritten(call);
      return hint === undefined ? undefined : { partyId: `${hint}::${publicKeyFingerprint}` };
    }),
  },
  row(
    'party-id-lacks-hint',
    'partyId is the fingerprint alone.',
    'GT-PARTYID-HINT',
    ({ fingerprint }) => fingerprint,
  ),
  row(
    'party-id-has-another-hint',
    'partyId begins with "party" whatever the hint is.',
    'GT-PARTYID-HINT',
    ({ fingerprint }) => `party::${fingerprint}`,
  ),
  row(
    'party-id-has-hint-in-lower-case',
    'partyId holds the hint in lower case.',
    'GT-PARTYID-HINT',
    ({ hint, fingerprint }) => `${hint.toLowerCase()}::${fingerprint}`,
  ),
  row(
    'party-id-has-hint-as-number',
    'A hint that can be read as a number appears in partyId as that number.',
    'GT-PARTYID-HINT',
    ({ hint, fingerprint }) => `${Number.isFinite(Number(hint)) ? Number(hint) : hint}::${fingerprint}`,
  ),
  row(
    'party-id-has-hint-cut-at-20',
    'partyId holds the first 20 characters of the hint.',
    'GT-PARTYID-HINT',
    ({ hint, fingerprint }) => `${hint.slice(0, 20)}::${fingerprint}`,
  ),
  row(
    'party-id-has-hint-as-hex',
    'partyId holds the hint in hexadecimal digits.',
    'GT-PARTYID-HINT',
    ({ hint, fingerprint }) => `${Buffer.from(hint).toString('hex')}::${fingerprint}`,
  ),
  row(
    'party-id-lacks-fingerprint',
    'partyId is the hint alone.',
    'GT-PARTYID-FINGERPRINT',
    ({ hint }) => hint,
  ),
  row(
    'party-id-has-half-a-fingerprint',
    'partyId holds the first half of the fingerprint.',
    'GT-PARTYID-FINGERPRINT',
    ({ hint, fingerprint }) => `${hint}::${fingerprint.slice(0, fingerprint.length / 2)}`,
  ),
  row(
    'party-id-has-fingerprint-in-upper-case',
    'partyId holds the fingerprint in upper case, publicKeyFingerprint in lower case.',
    'GT-PARTYID-FINGERPRINT',
    ({ hint, fingerprint }) => `${hint}::${fingerprint.toUpperCase()}`,
  ),
  row(
    'party-id-has-fingerprint-of-participant',
    'partyId holds another fingerprint than that of the key.',
    'GT-PARTYID-FINGERPRINT',
    ({ hint }) => `${hint}::1220${'5e'.repeat(32)}`,
  ),
]);
