import { createHash } from 'node:crypto';
import type { GenerateTopologyResponse } from '../../operations/generate-topology.ts';
import type { GenerateTopologyRequest } from '../../requests.ts';
import { multiHash } from '../../topology/multi-hash.ts';
import type { Change } from '../fault.ts';
import { breaking, type FaultRow, faultsOf } from '../fault-row.ts';
import { changeTopology } from './change-topology.ts';

/** The response with other entries and the matching multi-hash. */
function withEntries(entries: readonly Uint8Array[], encoding: BufferEncoding = 'base64'): Partial<GenerateTopologyResponse> {
  return {
    topologyTransactions: entries.map((entry) => Buffer.from(entry).toString(encoding)),
    multiHash: multiHash(entries).toString('base64'),
  };
}

function entriesOf({ topologyTransactions }: GenerateTopologyResponse): Buffer[] {
  return topologyTransactions.map((entry) => Buffer.from(entry, 'base64'));
}

/** Replaces the bytes of each entry. */
function changeEntries(change: (entry: Buffer) => Uint8Array, encoding?: BufferEncoding): Change {
  return changeTopology((response) => withEntries(entriesOf(response).map(change), encoding));
}

/** The length of field 1 of a wrapper, which takes two bytes here, and where its content begins. */
function contentOf(entry: Buffer): Buffer {
  const [low = 0, high = 0] = [entry[1], entry[2]];
  const isLong = low >= 128;
  const length = isLong ? (low & 127) + high * 128 : low;
  const start = isLong ? 3 : 2;
  return entry.subarray(start, start + length);
}

const wrapperRows: readonly FaultRow[] = [
  ...breaking(['GT-ENTRY-WRAPPER', 'GT-ENTRY-DISTINCT'], {
    'entry-lacks-wrapper': ['An entry is the TopologyTransaction without its wrapper.', changeEntries(contentOf)],
    'entry-lacks-version': ['The wrapper of an entry has no version.', changeEntries((entry) => entry.subarray(0, -2))],
    'entry-lacks-data': ['The wrapper of an entry has no data.', changeEntries((entry) => entry.subarray(-2))],
    'entry-has-empty-data': ['The wrapper of an entry has empty data.', changeEntries((entry) => Buffer.concat([Buffer.from([0x0a, 0]), entry.subarray(-2)]))],
    'entry-has-fields-exchanged': [
      'The wrapper has the version as field 1 and the data as field 2.',
      changeEntries((entry) => {
        const swapped = Buffer.from(entry);
        swapped[0] = 0x12;
        swapped[swapped.length - 2] = 0x08;
        return swapped;
      }),
    ],
    'entry-is-cut': ['An entry lacks the second half of its bytes.', changeEntries((entry) => entry.subarray(0, entry.length >> 1))],
    'entry-is-json': ['An entry is JSON in base64.', changeEntries((entry) => Buffer.from(JSON.stringify({ version: 30, data: entry.toString('base64') })))],
    'entry-is-hash': [
      'An entry is the SHA-256 hash of the transaction in hexadecimal digits.',
      changeEntries((entry) => createHash('sha256').update(entry).digest(), 'hex'),
    ],
    'entry-has-length-in-front': [
      'An entry has its length in four bytes in front.',
      changeEntries((entry) => {
        const length = Buffer.alloc(4);
        length.writeUInt32BE(entry.length);
        return Buffer.concat([length, entry]);
      }),
    ],
  }),
  {
    id: 'second-entry-lacks-wrapper',
    title: 'The second entry of topologyTransactions is no wrapper.',
    requirements: ['GT-ENTRY-WRAPPER'],
    apply: changeTopology((response) => withEntries(entriesOf(response).flatMap((entry) => [entry, contentOf(entry)]))),
  },
];

const hashRows = breaking(['GT-MULTIHASH-BOUND'], {
  'multi-hash-is-constant': ['multiHash is the same for all transactions.', changeTopology(() => ({ multiHash: multiHash([]).toString('base64') }))],
  'multi-hash-is-over-key': [
    'multiHash is over the public key, whatever the transactions are.',
    changeTopology((_, { publicKey }) => ({
      multiHash: multiHash([Buffer.from(publicKey.keyData)]).toString('base64'),
    })),
  ],
  'multi-hash-is-over-first-bytes': [
    'multiHash is over the first ten bytes of each transaction.',
    changeTopology((response) => ({
      multiHash: multiHash(entriesOf(response).map((entry) => entry.subarray(0, 10))).toString('base64'),
    })),
  ],
  'multi-hash-is-over-number-of-entries': [
    'multiHash is over the number of transactions.',
    changeTopology(({ topologyTransactions }) => ({
      multiHash: `1220${String(topologyTransactions.length).padStart(64, '0')}`,
    })),
  ],
});

/** Every response has the transactions of the first one with the same key. */
function firstOf(key: (request: GenerateTopologyRequest) => string): Change {
  return (behaviour, context) => {
    const first = new Map<string, Partial<GenerateTopologyResponse>>();
    const remember = changeTopology(({ topologyTransactions, multiHash: hash }, request) => {
      const known = first.get(key(request));
      if (known === undefined) first.set(key(request), { topologyTransactions, multiHash: hash });
      return known;
    });
    return remember(behaviour, context);
  };
}

const distinctRows = breaking(['GT-ENTRY-DISTINCT'], {
  'transactions-are-those-of-first-party': ['Every party gets the transactions of the first one.', firstOf(() => '')],
  'transactions-forget-hint': ['Parties with the same key get the same transactions.', firstOf(({ publicKey }) => publicKey.keyData)],
});

/** Transactions that are not wrappers, are not bound by the multi-hash, or belong to another party (rulings 9 and 10). */
export const transactionFaults = faultsOf('generate-topology', [...wrapperRows, ...hashRows, ...distinctRows]);
