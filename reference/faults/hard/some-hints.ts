import { together } from '../../variants/change-answers.ts';
import { dropRules } from '../../variants/requests/change-requests.ts';
import type { Change } from '../fault.ts';
import { breaking, faultsOf } from '../fault-row.ts';
import { changeTopology } from '../meaning/change-topology.ts';

/** A server that takes any hint and puts something else into the party id. */
function putting(make: (hint: string) => string): Change {
  const written = changeTopology(({ publicKeyFingerprint }, { partyHint }) => {
    const made = make(partyHint);
    return made === partyHint ? undefined : { partyId: `${made}::${publicKeyFingerprint}` };
  });
  return together(dropRules('generate-topology', 'length /partyHint', 'alphabet /partyHint', 'delimiter /partyHint'), written);
}

const isPlain = (hint: string): boolean => /^[A-Za-z0-9]{1,100}$/.test(hint);
const unless = (change: (hint: string) => string) => (hint: string) => (isPlain(hint) ? hint : change(hint));

/** Hints that the server takes although it need not, and does not put into the party id as they are (ruling 7). */
export const someHintFaults = faultsOf(
  'generate-topology',
  breaking(['GT-PARTYID-HINT'], {
    'party-id-has-unusual-hint-in-lower-case': [
      'A hint with other characters than letters and digits appears in partyId in lower case.',
      putting(unless((hint) => hint.toLowerCase())),
    ],
    'party-id-has-hint-with-underscores': [
      'Characters of a hint that are no letters, digits or hyphens become underscores in partyId.',
      putting(unless((hint) => hint.replace(/[^A-Za-z0-9-]/gu, '_'))),
    ],
    'party-id-has-hint-normalized': ['partyId contains the hint in Unicode normalization form C.', putting((hint) => hint.normalize('NFC'))],
    'party-id-has-hint-decomposed': ['partyId contains the hint in Unicode normalization form D.', putting((hint) => hint.normalize('NFD'))],
    'party-id-has-hint-trimmed': ['partyId contains the hint without the white space at its ends.', putting((hint) => hint.trim())],
    'party-id-has-hint-percent-encoded': [
      'partyId contains the hint with percent-encoding.',
      putting(unless((hint) => encodeURIComponent(hint.replace(/\p{Surrogate}/gu, '')))),
    ],
    'party-id-has-hint-up-to-nul': ['partyId contains the hint up to its first NUL.', putting((hint) => hint.split('\u0000', 1)[0] ?? '')],
    'party-id-has-hint-cut-at-185': ['partyId contains the first 185 characters of the hint.', putting((hint) => hint.slice(0, 185))],
    'party-id-has-hint-up-to-delimiter': ['partyId contains the hint up to the delimiter that it contains.', putting((hint) => hint.split('::', 1)[0] ?? '')],
  }),
);
