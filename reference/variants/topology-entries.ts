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
function entriesFrom(
  make: (entry: Buffer, request: GenerateTopologyRequest) => readonly Uint8Array[],
): Change {
  return changeTopology(({ topologyTransactions: [entry = ''] }, request) => {
    const made = make(Buffer.from(entry, 'base64'), request);
    return {
      topologyTransactions: made.map((each) => Buffer.from(each).toString('base64')),
      multiHash: multiHash(made).toString('base64'),
    };
  });
}

/** Writes each entry in another text encoding. */
function encoding(id: string, what: string, quote: string, write: (bytes: Buffer) => string): VariantRow {
  return {
    id: `entries-${id}`,
    title: `Topology transactions are ${what}.`,
    operations,
    quote,
    apply: changeTopology(({ topologyTransactions }) => ({
      topologyTransactions: topologyTransactions.map((entry) => write(Buffer.from(entry, 'base64'))),
    })),
  };
}

function wrapping(id: string, title: string, wrap: (data: Uint8Array) => Uint8Array): VariantRow {
  return {
    id: `wrapper-${id}`,
    title,
    operations,
    quote: readings.entryWrapper,
    apply: entriesFrom((entry) => [wrap(contentOf(entry))]),
  };
}

function hashing(id: string, title: string, write: (hash: Buffer) => string): VariantRow {
  return {
    id: `multi-hash-${id}`,
    title,
    operations,
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
export const topologyEntryVariants = variantsOf([
  encoding('are-base64-without-padding', 'base64 without padding', known, (bytes) =>
    bytes.toString('base64').replace(/=+$/, ''),
  ),
  encoding('are-base64url', 'base64url without padding', known, (bytes) => bytes.toString('base64url')),
  encoding('are-padded-base64url', 'base64url with padding', known, (bytes) =>
    bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  ),
  encoding('are-hex', 'hex', known, (bytes) => bytes.toString('hex')),
  encoding('are-upper-case-hex', 'upper-case hex', known, (bytes) => bytes.toString('hex').toUpperCase()),
  encoding('are-on-lines', 'base64 in lines of 76 characters', unknown, (bytes) =>
    (bytes.toString('base64').match(/.{1,76}/g) ?? []).map((line) => `${line}\r\n`).join(''),
  ),
  encoding(
    'are-data-urls',
    'data URLs',
    unknown,
    (bytes) => `data:application/octet-stream;base64,${bytes.toString('base64')}`,
  ),
  encoding('are-ascii85', 'Ascii85', unknown, ascii85),
  encoding('are-hex-in-pairs', 'hex with colons', unknown, (bytes) =>
    (bytes.toString('hex').match(/../g) ?? []).join(':'),
  ),
  encoding(
    'are-armoured',
    'base64 between lines that name it',
    unknown,
    (bytes) => `-----BEGIN TRANSACTION-----\n${bytes.toString('base64')}\n-----END TRANSACTION-----\n`,
  ),
  wrapping('of-another-version', 'Topology transactions have version 2147483647.', (data) =>
    wrapper(data, 2147483647).finish(),
  ),
  wrapping('begins-with-version', 'The version stands before the data.', (data) =>
    new BinaryWriter().tag(2, 0).int32(31).tag(1, 2).bytes(data).finish(),
  ),
  wrapping('has-more-fields', 'The wrapper has fields that nobody knows, of each wire type.', (data) =>
    wrapper(data, 30)
      .tag(3, 2)
      .string('note')
      .tag(100, 0)
      .uint32(1)
      .tag(101, 1)
      .double(0.5)
      .tag(102, 5)
      .float(0.5)
      .finish(),
  ),
  wrapping('has-version-zero', 'The wrapper says version 0, written out.', (data) =>
    wrapper(data, 0).finish(),
  ),
  {
    id: 'several-topology-transactions',
    title: 'A party needs three transactions: a namespace, its key and its hosting.',
    operations,
    quote: readings.entryCount,
    apply: entriesFrom((entry, { partyHint, publicKey }) => [
      wrapper(Buffer.from(`namespace of ${publicKey.keyData}`), 30).finish(),
      wrapper(Buffer.from(`key of ${partyHint} ${publicKey.keyData}`), 30).finish(),
      entry,
    ]),
  },
  {
    id: 'topology-transactions-differ-in-each-answer',
    title: 'Each answer has a nonce in its transaction, and another multi-hash.',
    operations,
    quote: readings.entryCount,
    apply: entriesFrom((entry) => [
      Buffer.concat([entry, new BinaryWriter().tag(9, 2).bytes(randomBytes(8)).finish()]),
    ]),
  },
  {
    id: 'topology-transactions-in-any-order',
    title: 'The same transactions come in another order each time, under the same multi-hash over the set.',
    operations,
    quote: readings.multiHash,
    apply: entriesFrom((entry, { partyHint }) => {
      const entries = [entry, wrapper(Buffer.from(`key of ${partyHint}`), 30).finish()];
      return (randomBytes(1)[0] ?? 0) % 2 === 0 ? entries : entries.reverse();
    }),
  },
  hashing('is-hex', 'The multi-hash is hex.', (hash) => hash.toString('hex')),
  hashing('is-base64url', 'The multi-hash is base64url.', (hash) => hash.toString('base64url')),
  hashing('is-salted', 'The multi-hash has a salt and differs in each answer.', (hash) =>
    Buffer.concat([randomBytes(8), hash]).toString('base64'),
  ),
]);
