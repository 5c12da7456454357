import { createHash } from 'node:crypto';
import type { GenerateTopologyResponse } from '../../operations/generate-topology.ts';
import type { GenerateTopologyRequest } from '../../requests.ts';
import { multiHash } from '../../topology/multi-hash.ts';
import { schemeOf } from '../credentials/presented.ts';
import type { Change } from '../fault.ts';
import { breaking, type FaultRow, faultsOf } from '../fault-row.ts';
import { changeFingerprint, changeTopology } from '../meaning/change-topology.ts';
import { withdrawRule } from '../withdraw-rule.ts';
import { shareRequest } from './shared-request.ts';

type PublicKey = GenerateTopologyRequest['publicKey'];

function hash(...parts: readonly string[]): string {
  return `1220${createHash('sha256').update(parts.join(' ')).digest('hex')}`;
}

/** Whether a key is of the specification whose name ends so. */
const isOf =
  (curve: 'P256' | 'P384' | 'SECP256K1') =>
  ({ keySpec }: PublicKey): boolean =>
    keySpec.endsWith(curve);

const isRaw = ({ format }: PublicKey): boolean => format === 'CRYPTO_KEY_FORMAT_RAW';

/** The coordinates of an uncompressed point, without its leading 0x04. */
function coordinatesOf({ keyData }: PublicKey, length: number): Buffer {
  return Buffer.from(keyData, 'base64').subarray(-2 * length);
}

/** Changes fingerprints of some keys alone. */
function fingerprintOf(isMeant: (key: PublicKey) => boolean, make: (...input: Parameters<Parameters<typeof changeFingerprint>[0]>) => string): Change {
  return changeFingerprint((fingerprint, request, call) => (isMeant(request.publicKey) ? make(fingerprint, request, call) : undefined));
}

/** Requests for some keys are answered with the transactions of the first one that is alike. */
function transactionsOf(isMeant: (key: PublicKey) => boolean, alike: (request: GenerateTopologyRequest) => string): Change {
  return (behaviour, context) => {
    const first = new Map<string, Partial<GenerateTopologyResponse>>();
    return changeTopology(({ topologyTransactions, multiHash: hashed }, request) => {
      if (!isMeant(request.publicKey)) return undefined;
      const known = first.get(alike(request));
      if (known === undefined) first.set(alike(request), { topologyTransactions, multiHash: hashed });
      return known;
    })(behaviour, context);
  };
}

const fingerprintRows: readonly FaultRow[] = [
  ...breaking(['GT-FINGERPRINT-FUNCTION'], {
    'fingerprint-of-p-384-depends-on-hint': [
      'The fingerprint of a P-384 key is over the key and the hint.',
      fingerprintOf(isOf('P384'), (fingerprint, { partyHint }) => hash(fingerprint, partyHint)),
    ],
    'fingerprint-of-raw-key-depends-on-hint': [
      'The fingerprint of a key in raw form is over the key and the hint.',
      fingerprintOf(isRaw, (fingerprint, { partyHint }) => hash(fingerprint, partyHint)),
    ],
    'fingerprint-of-secp256k1-depends-on-scheme': [
      'The fingerprint of a secp256k1 key is another one under the API key.',
      changeFingerprint((fingerprint, { publicKey }, call) => (isOf('SECP256K1')(publicKey) && schemeOf(call) === 'api-key' ? hash(fingerprint) : undefined)),
    ],
    'fingerprint-of-p-256-depends-on-hosting': [
      'The fingerprint of a P-256 key is over the key and the number of optional fields.',
      fingerprintOf(isOf('P256'), (fingerprint, request) => hash(fingerprint, String(Object.keys(request).length))),
    ],
  }),
  ...breaking(['GT-FINGERPRINT-DISTINCT'], {
    'fingerprint-of-p-256-is-over-x': [
      'The fingerprint of a P-256 key is over its x-coordinate, which its negation shares.',
      fingerprintOf(isOf('P256'), (_, { publicKey }) => hash('P-256', coordinatesOf(publicKey, 32).subarray(0, 32).toString('hex'))),
    ],
    'fingerprint-of-p-384-is-over-x': [
      'The fingerprint of a P-384 key is over its x-coordinate, which its negation shares.',
      fingerprintOf(isOf('P384'), (_, { publicKey }) => hash('P-384', coordinatesOf(publicKey, 48).subarray(0, 48).toString('hex'))),
    ],
    'fingerprint-of-secp256k1-is-over-x': [
      'The fingerprint of a secp256k1 key is over its x-coordinate, which its negation shares.',
      fingerprintOf(isOf('SECP256K1'), (_, { publicKey }) => hash('secp256k1', coordinatesOf(publicKey, 32).subarray(0, 32).toString('hex'))),
    ],
    'fingerprint-of-raw-key-is-constant': ['All keys in raw form have the same fingerprint.', fingerprintOf(isRaw, () => hash('raw'))],
  }),
];

const transactionRows: readonly FaultRow[] = [
  ...breaking(['GT-ENTRY-DISTINCT'], {
    'transactions-of-raw-keys-are-those-of-the-first': [
      'Every party with a key in raw form gets the transactions of the first one.',
      transactionsOf(isRaw, () => ''),
    ],
    'transactions-of-p-384-forget-hint': [
      'Parties with the same P-384 key get the same transactions.',
      transactionsOf(isOf('P384'), ({ publicKey }) => publicKey.keyData),
    ],
  }),
  ...breaking(['GT-MULTIHASH-BOUND'], {
    'multi-hash-of-raw-keys-is-constant': [
      'multiHash is the same for all keys in raw form.',
      changeTopology((_, { publicKey }) => (isRaw(publicKey) ? { multiHash: multiHash([]).toString('base64') } : undefined)),
    ],
    'multi-hash-of-p-256-is-over-key': [
      'multiHash of a party with a P-256 key is over the key, whatever the transactions are.',
      changeTopology((_, { publicKey }) =>
        isOf('P256')(publicKey) ? { multiHash: multiHash([Buffer.from(publicKey.keyData)]).toString('base64') } : undefined,
      ),
    ],
  }),
];

/** Rules that do not apply to keys of a specification, as in code that has a path for each. */
function withoutRule(name: string, isMeant: (key: PublicKey) => boolean): Change {
  return (behaviour, context) =>
    withdrawRule(behaviour, context, {
      operation: 'generate-topology',
      name,
      which: ({ input }) => isMeant((input as GenerateTopologyRequest).publicKey),
    });
}

const acceptanceRows: readonly FaultRow[] = [
  ...breaking(['GT-SYNC-UNKNOWN'], {
    'accepts-unknown-synchronizer-with-p-256': ['With a P-256 key the synchronizer is not looked up.', withoutRule('unknown /synchronizer', isOf('P256'))],
    'accepts-unknown-synchronizer-with-raw-key': ['With a key in raw form the synchronizer is not looked up.', withoutRule('unknown /synchronizer', isRaw)],
  }),
];

const concurrentRows: readonly FaultRow[] = [
  {
    id: 'key-of-another-request-is-used-for-p-256',
    title: 'Two concurrent requests with P-256 keys both use the key of the later one.',
    requirements: ['GT-FINGERPRINT-FUNCTION', 'GT-FINGERPRINT-DISTINCT'],
    when: 'concurrent',
    apply: shareRequest(
      'generate-topology',
      (own, { publicKey }) => ({ ...own, publicKey }),
      ({ publicKey }) => isOf('P256')(publicKey),
    ),
  },
];

/** Responses that are wrong only for keys of a specification or format, as each may have code of its own. */
export const someKeyFaults = faultsOf('generate-topology', [...fingerprintRows, ...transactionRows, ...acceptanceRows, ...concurrentRows]);
