import { createHash } from 'node:crypto';
import { changeFingerprint, changeTopology } from '../faults/meaning/change-topology.ts';
import type { Operation } from '../operation.ts';
import { readings } from './requests/readings.ts';
import { type VariantRow, variantsOf } from './variant-row.ts';

const operations: readonly Operation[] = ['generate-topology'];

function partyId(id: string, form: string): VariantRow {
  return {
    id,
    title: `A party id is written ${form}.`,
    operations,
    quote: readings.partyIdForm,
    apply: changeTopology(({ publicKeyFingerprint }, { partyHint }) => ({
      partyId: form.replace('<fingerprint>', () => publicKeyFingerprint).replace('<hint>', () => partyHint),
    })),
  };
}

function fingerprint(id: string, title: string, make: (digest: Buffer) => string): VariantRow {
  return {
    id,
    title,
    operations,
    quote: readings.fingerprintForm,
    apply: changeFingerprint((before) => make(Buffer.from(before, 'hex'))),
  };
}

/** Forms of party ids and fingerprints (rulings 7 and 8). */
export const partyNameVariants = variantsOf([
  partyId('party-id-begins-with-fingerprint', '<fingerprint>::<hint>'),
  partyId('party-id-without-delimiter', '<hint><fingerprint>'),
  partyId('party-id-is-a-path', '/parties/<hint>/keys/<fingerprint>/0'),
  partyId('party-id-is-an-address', 'did:ledger:<fingerprint>@example#<hint>'),
  partyId('party-id-holds-spaces', ' <hint> (<fingerprint>) '),
  fingerprint('fingerprint-is-base64url', 'Fingerprints are base64url.', (digest) =>
    digest.toString('base64url'),
  ),
  fingerprint('fingerprint-is-base64', 'Fingerprints are base64 with padding.', (digest) =>
    digest.toString('base64'),
  ),
  fingerprint('fingerprint-is-upper-case', 'Fingerprints are upper-case hex.', (digest) =>
    digest.toString('hex').toUpperCase(),
  ),
  fingerprint('fingerprint-is-short', 'Fingerprints have ten characters.', (digest) =>
    digest.subarray(2).toString('hex').slice(0, 10),
  ),
  fingerprint(
    'fingerprint-is-in-pairs',
    'Fingerprints are hex in pairs behind the name of the hash.',
    (digest) => `SHA256:${digest.toString('hex').match(/../g)?.join(':')}`,
  ),
  fingerprint('fingerprint-is-decimal', 'Fingerprints are decimal numbers.', (digest) =>
    BigInt(`0x${digest.toString('hex')}`).toString(),
  ),
  {
    id: 'fingerprint-of-the-text',
    title: 'A fingerprint is a hash of the key as it was sent, its format and its specification.',
    operations,
    quote: readings.fingerprintForm,
    apply: changeFingerprint((_before, { publicKey: { format, keyData, keySpec } }) =>
      createHash('sha512').update(`${format} ${keySpec} ${keyData}`).digest('hex'),
    ),
  },
]);
