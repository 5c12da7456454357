import { createHash } from 'node:crypto';
import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { changeFingerprint, changeTopology } from '../faults/meaning/change-topology.ts';
import { sentKey } from '../keys/sent-key.ts';
import type { Operation } from '../operation.ts';
import { multiHash } from '../topology/multi-hash.ts';
import { dropRules, type RequestBody, refuseToo } from './requests/change-requests.ts';
import { readings } from './requests/readings.ts';
import { type VariantRow, variantsOf } from './variant-row.ts';

const generate: Operation = 'generate-topology';

const documented = {
  format: 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO',
  keySpec: 'SIGNING_KEY_SPEC_EC_CURVE25519',
};

/** A server that refuses some keys which others take. */
function refusing(title: string, form: 'text' | 'error-object', isRefused: (format: string, keySpec: string) => boolean): VariantRow {
  const isMeant = (body: RequestBody): boolean => {
    const key = sentKey(body);
    return key !== undefined && isRefused(key.format, key.keySpec);
  };
  return { title, apply: refuseToo(generate, form, 'The key is not supported.', (_, body) => isMeant(body)) };
}

function isOther(format: string, keySpec: string): boolean {
  return format !== documented.format || keySpec !== documented.keySpec;
}

/** The transaction with another field, which says what `make` does, and the multi-hash over it. */
function noting(title: string, make: (entry: string) => string): VariantRow {
  return {
    title,
    quote: readings.entryCount,
    apply: changeTopology(({ topologyTransactions: [entry = ''] }) => {
      const note = new BinaryWriter().tag(9, 2).string(make(entry)).finish();
      const made = Buffer.concat([Buffer.from(entry, 'base64'), note]);
      return {
        topologyTransactions: [made.toString('base64')],
        multiHash: multiHash([made]).toString('base64'),
      };
    }),
  };
}

/** Which formats and specifications of keys are taken, and what differs with them (rulings 8, 9 and 13). */
export const keyFormVariants = variantsOf([generate], readings.keySpecOpen, {
  'knows-documented-keys-alone': refusing('Only Ed25519 keys in X.509 structures are taken.', 'error-object', isOther),
  'refuses-raw-keys': refusing('Raw keys are rejected.', 'error-object', (format) => format.endsWith('_RAW')),
  'refuses-p-384': refusing('P-384 keys are rejected, those on other curves are not.', 'error-object', (_, spec) => spec.endsWith('P384')),
  'refuses-secp256k1': refusing('secp256k1 keys are rejected.', 'text', (_, spec) => spec.endsWith('SECP256K1')),
  'takes-every-second-key-of-other-forms': {
    title: 'Every second key of another format or specification than the document shows is rejected.',
    apply: (behaviour, context) => {
      let asked = 0;
      return refuseToo(generate, 'error-object', 'The key is not supported at the moment.', (_, body) => {
        const key = sentKey(body);
        if (key === undefined || !isOther(key.format, key.keySpec)) return false;
        asked += 1;
        return asked % 2 === 0;
      })(behaviour, context);
    },
  },
  'raw-keys-have-other-fingerprints': {
    title: 'A key has one fingerprint in raw form and another one in an X.509 structure.',
    quote: readings.fingerprintForm,
    apply: changeFingerprint((before, { publicKey: { format } }) => (format.endsWith('_RAW') ? `raw${before}` : undefined)),
  },
  'form-of-fingerprint-depends-on-specification': {
    title: 'Fingerprints of keys on other curves are base64 of SHA-384.',
    quote: readings.fingerprintForm,
    apply: changeFingerprint((before, { publicKey: { keySpec } }) =>
      keySpec === documented.keySpec ? undefined : createHash('sha384').update(before).digest('base64'),
    ),
  },
  'specification-is-in-fingerprint': {
    title: 'A fingerprint ends with the name of the specification.',
    quote: readings.fingerprintForm,
    apply: changeFingerprint((before, { publicKey: { keySpec } }) => `${before}.${keySpec}`),
  },
  'transactions-carry-time': noting('A transaction contains the time of the request.', () => String(process.hrtime.bigint())),
  'transactions-carry-serial': {
    ...noting('A transaction contains the number of requests so far.', () => ''),
    apply: (behaviour, context) => {
      let serial = 0;
      const { apply } = noting('', () => {
        serial += 1;
        return `serial ${serial}`;
      });
      return apply?.(behaviour, context) ?? behaviour;
    },
  },
  'takes-hints-of-any-alphabet': {
    title: 'A hint may have any characters, and appears in the party id as it is.',
    quote: readings.semanticOpen,
    apply: dropRules(generate, 'alphabet /partyHint'),
  },
});
