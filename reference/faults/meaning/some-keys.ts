import { createHash } from 'node:crypto';
import { isByApiKey } from '../../rows/conditions.ts';
import type { Action } from '../../rows/engine.ts';
import { fingerprint, hash, hashOf, hint, isOf, isRaw, kept, result } from '../../rows/generate-topology.ts';
import { accept } from '../../rows/requests.ts';
import type { Json } from '../../rules/json-types.ts';
import { sharing } from '../concurrent.ts';
import type { Fault } from '../fault.ts';
import { faults, GT, showing } from '../table.ts';

type IsMeant = (request: Json) => boolean;

/** Another fingerprint for some keys. */
const of = (isMeant: IsMeant, make: (own: string, request: Json) => string): Action =>
  fingerprint((own, request) => (isMeant(request) ? make(own, request) : undefined));

/** The fingerprint is over the x-coordinate of an uncompressed point, which its negation shares. */
const overX = (curve: Parameters<typeof isOf>[0], name: string, length: number): Action =>
  of(isOf(curve), (_, { publicKey }) =>
    hash(
      name,
      Buffer.from(publicKey.keyData, 'base64')
        .subarray(-2 * length)
        .subarray(0, length)
        .toString('hex'),
    ),
  );

/** The transactions of the first of some keys with the same name. */
const keptOf = (isMeant: IsMeant, nameOf: (request: Json) => unknown): Action => kept((request) => (isMeant(request) ? nameOf(request) : undefined));

const multiHashOf = (isMeant: IsMeant, make: (request: Json) => string): Action =>
  result((_, request) => (isMeant(request) ? { multiHash: make(request) } : undefined));

/** Answers that are wrong only for keys of a specification or format, as each may have code of its own. */
export const someKeys: readonly Fault[] = showing('key-type', [
  ...faults(GT, 'GT-FINGERPRINT-FUNCTION', {
    'fingerprint-of-p-384-depends-on-hint': [
      'The fingerprint of a P-384 key is over the key and the hint.',
      of(isOf('P384'), (own, { partyHint }) => hash(own, partyHint)),
    ],
    'fingerprint-of-raw-key-depends-on-hint': [
      'The fingerprint of a key in raw form is over the key and the hint.',
      of(isRaw, (own, { partyHint }) => hash(own, partyHint)),
    ],
    'fingerprint-of-secp256k1-depends-on-scheme': [
      'The fingerprint of a secp256k1 key is another one under the API key.',
      fingerprint((own, request, call) => (isOf('SECP256K1')(request) && isByApiKey(call) ? hash(own) : undefined)),
    ],
    'fingerprint-of-p-256-depends-on-hosting': [
      'The fingerprint of a P-256 key is over the key and the number of optional fields.',
      of(isOf('P256'), (own, request) => hash(own, Object.keys(request).length)),
    ],
  }),
  ...faults(GT, 'GT-FINGERPRINT-DISTINCT', {
    'fingerprint-of-p-256-is-over-x': ['The fingerprint of a P-256 key is over its x-coordinate, which its negation shares.', overX('P256', 'P-256', 32)],
    'fingerprint-of-p-384-is-over-x': ['The fingerprint of a P-384 key is over its x-coordinate, which its negation shares.', overX('P384', 'P-384', 48)],
    'fingerprint-of-secp256k1-is-over-x': [
      'The fingerprint of a secp256k1 key is over its x-coordinate, which its negation shares.',
      overX('SECP256K1', 'secp256k1', 32),
    ],
    'fingerprint-of-raw-key-is-constant': ['All keys in raw form have the same fingerprint.', of(isRaw, () => hash('raw'))],
  }),
  ...faults(GT, 'GT-ENTRY-DISTINCT', {
    'transactions-of-raw-keys-are-those-of-the-first': ['Every party with a key in raw form gets the transactions of the first one.', keptOf(isRaw, () => '')],
    'transactions-of-p-384-forget-hint': ['Parties with one P-384 key get the same transactions.', keptOf(isOf('P384'), ({ publicKey }) => publicKey.keyData)],
  }),
  ...faults(GT, 'GT-MULTIHASH-BOUND', {
    'multi-hash-of-raw-keys-is-constant': ['multiHash is the same for all keys in raw form.', multiHashOf(isRaw, () => hashOf([]))],
    'multi-hash-of-p-256-is-over-key': [
      'multiHash of a party with a P-256 key is over the key, whatever the transactions are.',
      multiHashOf(isOf('P256'), ({ publicKey }) => hashOf([Buffer.from(publicKey.keyData)])),
    ],
  }),
  ...faults(GT, 'GT-SYNC-UNKNOWN', {
    'accepts-unknown-synchronizer-with-p-256': [
      'With a P-256 key the synchronizer is not looked up.',
      accept('unknown /synchronizer', (_, { input }) => isOf('P256')(input)),
    ],
    'accepts-unknown-synchronizer-with-raw-key': [
      'With a key in raw form the synchronizer is not looked up.',
      accept('unknown /synchronizer', (_, { input }) => isRaw(input)),
    ],
  }),
  ...faults(GT, ['GT-FINGERPRINT-FUNCTION', 'GT-FINGERPRINT-DISTINCT'], {
    'key-of-another-request-is-used-for-p-256': [
      'Two concurrent requests with P-256 keys both use the key of the later one.',
      sharing('publicKey', isOf('P256')),
      { when: 'concurrent', only: 'key-type' },
    ],
  }),
]);

const uuid = /^(\w{8})-?(\w{4})-?(\w{4})-?(\w{4})-?(\w{12})$/;

/** The high bit of the last byte is the sign of x; as in a conversion to X25519, it is cleared. */
function withoutSign({ publicKey }: Json): string {
  const bytes = Buffer.from(publicKey.keyData, 'base64').subarray(-32);
  bytes[31] = (bytes[31] ?? 0) & 0x7f;
  return `1220${createHash('sha256').update(bytes).digest('hex')}`;
}

/** Answers that are wrong for keys, hints and transactions that are alike. */
export const alikeKeys: readonly Fault[] = [
  ...faults(GT, 'GT-FINGERPRINT-DISTINCT', {
    'fingerprint-ignores-sign-of-curve25519': [
      'Two Curve25519 keys that differ only in the sign of their point have the same fingerprint.',
      of(
        ({ publicKey }) => publicKey.keySpec.endsWith('CURVE25519'),
        (_, request) => withoutSign(request),
      ),
    ],
  }),
  ...faults(GT, 'GT-ENTRY-DISTINCT', {
    'transactions-of-der-keys-are-found-by-hint': [
      'Parties with the same hint and different keys in DER get the same transactions.',
      keptOf(
        ({ publicKey }) => publicKey.format === 'CRYPTO_KEY_FORMAT_DER',
        ({ partyHint }) => partyHint,
      ),
    ],
  }),
  ...faults(GT, 'GT-MULTIHASH-BOUND', {
    'multi-hash-is-over-the-first-192-bytes': [
      'multiHash is over the first 192 bytes of each transaction.',
      result(({ topologyTransactions: all }) => ({ multiHash: hashOf(all.map((entry: string) => Buffer.from(entry, 'base64').subarray(0, 192))) })),
    ],
  }),
  ...faults(GT, 'GT-PARTYID-HINT', {
    'party-id-has-hint-as-uuid': [
      'A hint of 32 hexadecimal digits appears in partyId as a UUID with hyphens.',
      hint((given) => (/^[0-9a-f]{32}$/i.test(given) ? given.replace(uuid, '$1-$2-$3-$4-$5') : given)),
    ],
  }),
];
