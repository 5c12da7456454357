import type { Call } from '../../call.ts';
import type { Change } from '../fault.ts';
import { breaking, faultsOf } from '../fault-row.ts';
import { changeTopology } from './change-topology.ts';

/** A party id built in another way from the hint and the fingerprint. */
function built(make: (hint: string, fingerprint: string) => string): Change {
  return changeTopology(({ partyId, publicKeyFingerprint }, { partyHint }) => {
    const made = make(partyHint, publicKeyFingerprint);
    return made === partyId ? undefined : { partyId: made };
  });
}

/** Undefined if there is no escape between the quotation marks of the hint. */
function hintAsWritten({ body }: Call): string | undefined {
  return /"partyHint"\s*:\s*"([^"]*\\u[^"]*)"/.exec(body.toString())?.[1];
}

/** Party ids that are not built from the hint and the fingerprint (ruling 7). */
export const partyIdFaults = faultsOf('generate-topology', [
  ...breaking(['GT-PARTYID-HINT'], {
    'party-id-has-hint-as-written': [
      'partyId contains the hint as spelled in the request, with its escapes.',
      changeTopology(({ publicKeyFingerprint }, _request, call) => {
        const hint = hintAsWritten(call);
        return hint === undefined ? undefined : { partyId: `${hint}::${publicKeyFingerprint}` };
      }),
    ],
    'party-id-lacks-hint': ['partyId is only the fingerprint.', built((_hint, fingerprint) => fingerprint)],
    'party-id-has-another-hint': ['partyId begins with "party" whatever the hint is.', built((_hint, fingerprint) => `party::${fingerprint}`)],
    'party-id-has-hint-in-lower-case': ['partyId contains the hint in lower case.', built((hint, fingerprint) => `${hint.toLowerCase()}::${fingerprint}`)],
    'party-id-has-hint-as-number': [
      'A hint that can be read as a number appears in partyId as that number.',
      built((hint, fingerprint) => `${Number.isFinite(Number(hint)) ? Number(hint) : hint}::${fingerprint}`),
    ],
    'party-id-has-hint-cut-at-20': [
      'partyId contains the first 20 characters of the hint.',
      built((hint, fingerprint) => `${hint.slice(0, 20)}::${fingerprint}`),
    ],
    'party-id-has-hint-as-hex': [
      'partyId contains the hint in hexadecimal digits.',
      built((hint, fingerprint) => `${Buffer.from(hint).toString('hex')}::${fingerprint}`),
    ],
  }),
  ...breaking(['GT-PARTYID-FINGERPRINT'], {
    'party-id-lacks-fingerprint': ['partyId is only the hint.', built((hint) => hint)],
    'party-id-has-half-a-fingerprint': [
      'partyId contains the first half of the fingerprint.',
      built((hint, fingerprint) => `${hint}::${fingerprint.slice(0, fingerprint.length / 2)}`),
    ],
    'party-id-has-fingerprint-in-upper-case': [
      'partyId contains the fingerprint in upper case, publicKeyFingerprint in lower case.',
      built((hint, fingerprint) => `${hint}::${fingerprint.toUpperCase()}`),
    ],
    'party-id-has-fingerprint-of-participant': ['partyId contains a fingerprint of another key.', built((hint) => `${hint}::1220${'5e'.repeat(32)}`)],
  }),
]);
