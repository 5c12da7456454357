import { createHash, randomBytes } from 'node:crypto';
import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';
import { refused } from '../refusal.ts';
import type { Action } from '../rows/engine.ts';
import { entries, fingerprint, isRaw, partyId, result } from '../rows/generate-topology.ts';
import { refuse, reject, rejecting, skip } from '../rows/requests.ts';
import type { Json } from '../rules/json-types.ts';
import { readings } from './readings.ts';
import { GT, type VariantEntry, variants } from './table.ts';

const named = (form: string): VariantEntry => [
  `A party id is written ${form}.`,
  partyId((hint, own) => form.replace('<fingerprint>', () => own).replace('<hint>', () => hint)),
  { quote: readings.partyIdForm },
];
const printed = (write: (digest: Buffer) => string): Action => fingerprint((own) => write(Buffer.from(own, 'hex')));

/** Forms of party ids and fingerprints (rulings 7 and 8). */
export const partyNames = variants(GT, readings.fingerprintForm, {
  'party-id-begins-with-fingerprint': named('<fingerprint>::<hint>'),
  'party-id-without-delimiter': named('<hint><fingerprint>'),
  'party-id-is-a-path': named('/parties/<hint>/keys/<fingerprint>/0'),
  'party-id-is-an-address': named('did:ledger:<fingerprint>@example#<hint>'),
  'party-id-holds-spaces': named(' <hint> (<fingerprint>) '),
  'fingerprint-is-base64url': ['Fingerprints are base64url.', printed((digest) => digest.toString('base64url'))],
  'fingerprint-is-base64': ['Fingerprints are base64 with padding.', printed((digest) => digest.toString('base64'))],
  'fingerprint-is-upper-case': ['Fingerprints are upper-case hex.', printed((digest) => digest.toString('hex').toUpperCase())],
  'fingerprint-is-short': ['Fingerprints have ten characters.', printed((digest) => digest.subarray(2).toString('hex').slice(0, 10))],
  'fingerprint-is-in-pairs': [
    'Fingerprints are hex in pairs behind the name of the hash.',
    printed((digest) => `SHA256:${digest.toString('hex').match(/../g)?.join(':')}`),
  ],
  'fingerprint-is-decimal': ['Fingerprints are decimal numbers.', printed((digest) => BigInt(`0x${digest.toString('hex')}`).toString())],
  'fingerprint-of-the-text': [
    'A fingerprint is a hash of the key as it was sent, its format and its specification.',
    fingerprint((_, { publicKey: { format, keyData, keySpec } }) => createHash('sha512').update(`${format} ${keySpec} ${keyData}`).digest('hex')),
  ],
});

/** Each entry in another text encoding. */
const encoding = (what: string, quote: string, write: (bytes: Buffer) => string): VariantEntry => [
  `Topology transactions are ${what}.`,
  result(({ topologyTransactions: all }) => ({ topologyTransactions: all.map((entry: string) => write(Buffer.from(entry, 'base64'))) })),
  { quote },
];

/** The serialized TopologyTransaction in a wrapper. */
function contentOf(entry: Uint8Array): Uint8Array {
  const reader = new BinaryReader(entry);
  reader.tag();
  return reader.bytes();
}
const wrapper = (data: Uint8Array, version: number): BinaryWriter => new BinaryWriter().tag(1, 2).bytes(data).tag(2, 0).int32(version);
const wrapped = (text: string): Uint8Array => wrapper(Buffer.from(text), 30).finish();
const wrapping = (title: string, wrap: (data: Uint8Array) => BinaryWriter): VariantEntry => [
  title,
  entries((entry) => wrap(contentOf(entry)).finish()),
  { quote: readings.entryWrapper },
];
const hashing = (title: string, write: (hash: Buffer) => string): VariantEntry => [
  title,
  result(({ multiHash }) => ({ multiHash: write(Buffer.from(multiHash, 'base64')) })),
  { quote: readings.multiHash },
];

/** Groups of five characters from an alphabet of 85, which cannot be base64. */
function ascii85(bytes: Buffer): string {
  const groups: string[] = [];
  for (let at = 0; at < bytes.length; at += 4) {
    let rest = Buffer.concat([bytes.subarray(at, at + 4), Buffer.alloc(4)]).readUInt32BE();
    let group = '';
    for (let digit = 0; digit < 5; digit += 1) {
      group = String.fromCharCode(33 + (rest % 85)) + group;
      rest = Math.floor(rest / 85);
    }
    groups.push(group);
  }
  return `<~${groups.join('')}~>`;
}

const { entryEncodings: known, entryUndecoded: unknown } = readings;
const lines = (bytes: Buffer): string => (bytes.toString('base64').match(/.{1,76}/g) ?? []).map((line) => `${line}\r\n`).join('');

/** Number, encoding and wrapper of the transactions, and the form of their hash (rulings 9 and 10). */
export const topologyEntries = variants(GT, readings.entryCount, {
  'entries-are-base64-without-padding': encoding('base64 without padding', known, (bytes) => bytes.toString('base64').replace(/=+$/, '')),
  'entries-are-base64url': encoding('base64url without padding', known, (bytes) => bytes.toString('base64url')),
  'entries-are-padded-base64url': encoding('base64url with padding', known, (bytes) => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_')),
  'entries-are-hex': encoding('hex', known, (bytes) => bytes.toString('hex')),
  'entries-are-upper-case-hex': encoding('upper-case hex', known, (bytes) => bytes.toString('hex').toUpperCase()),
  'entries-are-on-lines': encoding('base64 in lines of 76 characters', unknown, lines),
  'entries-are-data-urls': encoding('data URLs', unknown, (bytes) => `data:application/octet-stream;base64,${bytes.toString('base64')}`),
  'entries-are-ascii85': encoding('Ascii85', unknown, ascii85),
  'entries-are-hex-in-pairs': encoding('hex with colons', unknown, (bytes) => (bytes.toString('hex').match(/../g) ?? []).join(':')),
  'entries-are-armoured': encoding(
    'base64 between lines that name it',
    unknown,
    (bytes) => `-----BEGIN TRANSACTION-----\n${bytes.toString('base64')}\n-----END TRANSACTION-----\n`,
  ),
  'wrapper-of-another-version': wrapping('Topology transactions have version 2147483647.', (data) => wrapper(data, 2147483647)),
  'wrapper-begins-with-version': wrapping('The version comes before the data.', (data) => new BinaryWriter().tag(2, 0).int32(31).tag(1, 2).bytes(data)),
  'wrapper-has-more-fields': wrapping('The wrapper has unknown fields of each wire type.', (data) =>
    wrapper(data, 30).tag(3, 2).string('note').tag(100, 0).uint32(1).tag(101, 1).double(0.5).tag(102, 5).float(0.5),
  ),
  'wrapper-has-version-zero': wrapping('The wrapper says version 0, written out.', (data) => wrapper(data, 0)),
  'several-topology-transactions': [
    'A party needs three transactions: a namespace, its key and its hosting.',
    entries((entry, { partyHint, publicKey: { keyData } }) => [wrapped(`namespace of ${keyData}`), wrapped(`key of ${partyHint} ${keyData}`), entry]),
  ],
  'topology-transactions-differ-in-each-answer': [
    'Each answer has a nonce in its transaction, and another multi-hash.',
    entries((entry) => Buffer.concat([entry, new BinaryWriter().tag(9, 2).bytes(randomBytes(8)).finish()])),
  ],
  'topology-transactions-in-any-order': [
    'The same transactions are in another order each time, with the same multi-hash over the set.',
    entries((entry, { partyHint }) => {
      const all = [entry, wrapped(`key of ${partyHint}`)];
      return (randomBytes(1)[0] ?? 0) % 2 === 0 ? all : all.reverse();
    }),
    { quote: readings.multiHash },
  ],
  'multi-hash-is-hex': hashing('The multi-hash is hex.', (hash) => hash.toString('hex')),
  'multi-hash-is-base64url': hashing('The multi-hash is base64url.', (hash) => hash.toString('base64url')),
  'multi-hash-is-salted': hashing('The multi-hash has a salt and differs in each answer.', (hash) => Buffer.concat([randomBytes(8), hash]).toString('base64')),
});

const isOther = ({ publicKey: { format, keySpec } }: Json): boolean => !format.endsWith('_INFO') || !keySpec.endsWith('CURVE25519');

/** The transaction with another field, and the multi-hash over it; made for each server. */
const noting =
  (make: () => () => string): Action =>
  (run) => {
    const note = make();
    return entries((entry) => Buffer.concat([entry, new BinaryWriter().tag(9, 2).string(note()).finish()]))(run);
  };

/** Which formats and specifications of keys are taken, and what differs with them (rulings 8, 9 and 13). */
export const keyForms = variants(GT, readings.keySpecOpen, {
  'knows-documented-keys-alone': ['Only Ed25519 keys in X.509 structures are taken.', refuse('INVALID_ARGUMENT', isOther)],
  'refuses-raw-keys': ['Raw keys are rejected.', refuse('INVALID_ARGUMENT', isRaw)],
  'refuses-p-384': [
    'P-384 keys are rejected, those on other curves are not.',
    refuse('INVALID_ARGUMENT', ({ publicKey }) => publicKey.keySpec.endsWith('P384')),
  ],
  'refuses-secp256k1': ['secp256k1 keys are rejected.', reject(({ publicKey }) => publicKey.keySpec.endsWith('SECP256K1'))],
  'takes-every-second-key-of-other-forms': [
    'Every second key of another format or specification than the document shows is rejected.',
    rejecting(
      () => {
        let others = 0;
        return (input) => isOther(input) && ++others % 2 === 0;
      },
      refused('INVALID_ARGUMENT', 'The key is not supported at the moment.'),
    ),
  ],
  'raw-keys-have-other-fingerprints': [
    'A key has one fingerprint in raw form and another one in an X.509 structure.',
    fingerprint((own, request) => (isRaw(request) ? `raw${own}` : undefined)),
    { quote: readings.fingerprintForm },
  ],
  'form-of-fingerprint-depends-on-specification': [
    'Fingerprints of keys on other curves are base64 of SHA-384.',
    fingerprint((own, { publicKey: { keySpec } }) => (keySpec.endsWith('CURVE25519') ? undefined : createHash('sha384').update(own).digest('base64'))),
    { quote: readings.fingerprintForm },
  ],
  'specification-is-in-fingerprint': [
    'A fingerprint ends with the name of the specification.',
    fingerprint((own, { publicKey: { keySpec } }) => `${own}.${keySpec}`),
    { quote: readings.fingerprintForm },
  ],
  'transactions-carry-time': [
    'A transaction contains the time of the request.',
    noting(() => () => String(process.hrtime.bigint())),
    { quote: readings.entryCount },
  ],
  'transactions-carry-serial': [
    'A transaction contains the number of requests so far.',
    noting(() => {
      let serial = 0;
      return () => `serial ${++serial}`;
    }),
    { quote: readings.entryCount },
  ],
  'takes-hints-of-any-alphabet': [
    'A hint may have any characters, and appears in the party id as it is.',
    skip('alphabet /partyHint'),
    { quote: readings.semanticOpen },
  ],
});
