import { createHash } from 'node:crypto';
import { changeFingerprint, changeTopology } from '../faults/meaning/change-topology.ts';
import type { Operation } from '../operation.ts';
import { readings } from './requests/readings.ts';
import { type VariantRow, variantsOf } from './variant-row.ts';

const operations: readonly Operation[] = ['generate-topology'];

function partyId(form: string): VariantRow {
  return {
    title: `A party id is written ${form}.`,
    quote: readings.partyIdForm,
    apply: changeTopology(({ publicKeyFingerprint }, { partyHint }) => ({
      partyId: form.replace('<fingerprint>', () => publicKeyFingerprint).replace('<hint>', () => partyHint),
    })),
  };
}

function fingerprint(title: string, make: (digest: Buffer) => string): VariantRow {
  return {
    title,
    apply: changeFingerprint((before) => make(Buffer.from(before, 'hex'))),
  };
}

/** Forms of party ids and fingerprints (rulings 7 and 8). */
export const partyNameVariants = variantsOf(operations, readings.fingerprintForm, {
  'party-id-begins-with-fingerprint': partyId('<fingerprint>::<hint>'),
  'party-id-without-delimiter': partyId('<hint><fingerprint>'),
  'party-id-is-a-path': partyId('/parties/<hint>/keys/<fingerprint>/0'),
  'party-id-is-an-address': partyId('did:ledger:<fingerprint>@example#<hint>'),
  'party-id-holds-spaces': partyId(' <hint> (<fingerprint>) '),
  'fingerprint-is-base64url': fingerprint('Fingerprints are base64url.', (digest) => digest.toString('base64url')),
  'fingerprint-is-base64': fingerprint('Fingerprints are base64 with padding.', (digest) => digest.toString('base64')),
  'fingerprint-is-upper-case': fingerprint('Fingerprints are upper-case hex.', (digest) => digest.toString('hex').toUpperCase()),
  'fingerprint-is-short': fingerprint('Fingerprints have ten characters.', (digest) => digest.subarray(2).toString('hex').slice(0, 10)),
  'fingerprint-is-in-pairs': fingerprint(
    'Fingerprints are hex in pairs behind the name of the hash.',
    (digest) => `SHA256:${digest.toString('hex').match(/../g)?.join(':')}`,
  ),
  'fingerprint-is-decimal': fingerprint('Fingerprints are decimal numbers.', (digest) => BigInt(`0x${digest.toString('hex')}`).toString()),
  'fingerprint-of-the-text': {
    title: 'A fingerprint is a hash of the key as it was sent, its format and its specification.',
    apply: changeFingerprint((_before, { publicKey: { format, keyData, keySpec } }) =>
      createHash('sha512').update(`${format} ${keySpec} ${keyData}`).digest('hex'),
    ),
  },
});
