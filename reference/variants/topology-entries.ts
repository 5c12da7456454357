import { randomBytes } from 'node:crypto';
import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';
import type { Change } from '../faults/fault.ts';
import { changeTopology } from '../faults/meaning/change-topology.ts';
import type { Operation } from '../operation.ts';
import type { GenerateTopologyRequest } from '../requests.ts';
import { multiHash } from '../topology/multi-hash.ts';
import { readings } from './requests/readings.ts';
import { type VariantRow, variantsOf } from './variant-row.ts';

const operations: readonly Operation[] = ['generate-topology'];

/** The serialized TopologyTransaction in a wrapper. */
function contentOf(entry: Uint8Array): Uint8Array {
  const reader = new BinaryReader(entry);
  reader.tag();
  return reader.bytes();
}

function wrapper(data: Uint8Array, version: number): BinaryWriter {
  return new BinaryWriter().tag(1, 2).bytes(data).tag(2, 0).int32(version);
}

/** Recreates the entries of a response from their bytes, and the multi-hash over them. */
function entriesFrom(make: (entry: Buffer, request: GenerateTopologyRequest) => readonly Uint8Array[]): Change {
  return changeTopology(({ topologyTransactions: [entry = ''] }, request) => {
    const made = make(Buffer.from(entry, 'base64'), request);
    return {
      topologyTransactions: made.map((each) => Buffer.from(each).toString('base64')),
      multiHash: multiHash(made).toString('base64'),
    };
  });
}

/** Writes each entry in another text encoding. */
function encoding(what: string, quote: string, write: (bytes: Buffer) => string): VariantRow {
  return {
    title: `Topology transactions are ${what}.`,
    quote,
    apply: changeTopology(({ topologyTransactions }) => ({
      topologyTransactions: topologyTransactions.map((entry) => write(Buffer.from(entry, 'base64'))),
    })),
  };
}

function wrapping(title: string, wrap: (data: Uint8Array) => Uint8Array): VariantRow {
  return {
    title,
    quote: readings.entryWrapper,
    apply: entriesFrom((entry) => [wrap(contentOf(entry))]),
  };
}

function hashing(title: string, write: (hash: Buffer) => string): VariantRow {
  return {
    title,
    quote: readings.multiHash,
    apply: changeTopology(({ multiHash: hash }) => ({ multiHash: write(Buffer.from(hash, 'base64')) })),
  };
}

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

/** Number, encoding and wrapper of the transactions, and the form of their hash (rulings 9 and 10). */
export const topologyEntryVariants = variantsOf(operations, readings.entryCount, {
  'entries-are-base64-without-padding': encoding('base64 without padding', known, (bytes) => bytes.toString('base64').replace(/=+$/, '')),
  'entries-are-base64url': encoding('base64url without padding', known, (bytes) => bytes.toString('base64url')),
  'entries-are-padded-base64url': encoding('base64url with padding', known, (bytes) => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_')),
  'entries-are-hex': encoding('hex', known, (bytes) => bytes.toString('hex')),
  'entries-are-upper-case-hex': encoding('upper-case hex', known, (bytes) => bytes.toString('hex').toUpperCase()),
  'entries-are-on-lines': encoding('base64 in lines of 76 characters', unknown, (bytes) =>
    (bytes.toString('base64').match(/.{1,76}/g) ?? []).map((line) => `${line}\r\n`).join(''),
  ),
  'entries-are-data-urls': encoding('data URLs', unknown, (bytes) => `data:application/octet-stream;base64,${bytes.toString('base64')}`),
  'entries-are-ascii85': encoding('Ascii85', unknown, ascii85),
  'entries-are-hex-in-pairs': encoding('hex with colons', unknown, (bytes) => (bytes.toString('hex').match(/../g) ?? []).join(':')),
  'entries-are-armoured': encoding(
    'base64 between lines that name it',
    unknown,
    (bytes) => `-----BEGIN TRANSACTION-----\n${bytes.toString('base64')}\n-----END TRANSACTION-----\n`,
  ),
  'wrapper-of-another-version': wrapping('Topology transactions have version 2147483647.', (data) => wrapper(data, 2147483647).finish()),
  'wrapper-begins-with-version': wrapping('The version comes before the data.', (data) =>
    new BinaryWriter().tag(2, 0).int32(31).tag(1, 2).bytes(data).finish(),
  ),
  'wrapper-has-more-fields': wrapping('The wrapper has unknown fields of each wire type.', (data) =>
    wrapper(data, 30).tag(3, 2).string('note').tag(100, 0).uint32(1).tag(101, 1).double(0.5).tag(102, 5).float(0.5).finish(),
  ),
  'wrapper-has-version-zero': wrapping('The wrapper says version 0, written out.', (data) => wrapper(data, 0).finish()),
  'several-topology-transactions': {
    title: 'A party needs three transactions: a namespace, its key and its hosting.',
    apply: entriesFrom((entry, { partyHint, publicKey }) => [
      wrapper(Buffer.from(`namespace of ${publicKey.keyData}`), 30).finish(),
      wrapper(Buffer.from(`key of ${partyHint} ${publicKey.keyData}`), 30).finish(),
      entry,
    ]),
  },
  'topology-transactions-differ-in-each-answer': {
    title: 'Each answer has a nonce in its transaction, and another multi-hash.',
    apply: entriesFrom((entry) => [Buffer.concat([entry, new BinaryWriter().tag(9, 2).bytes(randomBytes(8)).finish()])]),
  },
  'topology-transactions-in-any-order': {
    title: 'The same transactions are in another order each time, with the same multi-hash over the set.',
    quote: readings.multiHash,
    apply: entriesFrom((entry, { partyHint }) => {
      const entries = [entry, wrapper(Buffer.from(`key of ${partyHint}`), 30).finish()];
      return (randomBytes(1)[0] ?? 0) % 2 === 0 ? entries : entries.reverse();
    }),
  },
  'multi-hash-is-hex': hashing('The multi-hash is hex.', (hash) => hash.toString('hex')),
  'multi-hash-is-base64url': hashing('The multi-hash is base64url.', (hash) => hash.toString('base64url')),
  'multi-hash-is-salted': hashing('The multi-hash has a salt and differs in each answer.', (hash) => Buffer.concat([randomBytes(8), hash]).toString('base64')),
});
