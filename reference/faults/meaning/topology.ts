import { createHash } from 'node:crypto';
import { isUnauthenticated } from '../../rows/credentials.ts';
import { type Action, at } from '../../rows/engine.ts';
import { entries, fingerprint, fingerprinting, hash, hashOf, hint, kept, partyId, result } from '../../rows/generate-topology.ts';
import type { Json } from '../../rules/json-types.ts';
import type { Fault } from '../fault.ts';
import { faults, GT } from '../table.ts';

const keyBytes = ({ publicKey }: Json): Buffer => Buffer.from(publicKey.keyData, 'base64');

/** Party ids that are not built from the hint and the fingerprint (ruling 7). */
export const partyIds: readonly Fault[] = [
  ...faults(GT, 'GT-PARTYID-HINT', {
    'party-id-has-hint-as-written': [
      'partyId contains the hint as spelled in the request, with its escapes.',
      result(({ publicKeyFingerprint }, _request, call) => {
        const [, written] = /"partyHint"\s*:\s*"([^"]*\\u[^"]*)"/.exec(call.body.toString()) ?? [];
        return written === undefined ? undefined : { partyId: `${written}::${publicKeyFingerprint}` };
      }),
      { only: 'notation' },
    ],
    'party-id-lacks-hint': ['partyId is only the fingerprint.', partyId((_, own) => own)],
    'party-id-has-another-hint': ['partyId begins with "party" whatever the hint is.', hint(() => 'party')],
    'party-id-has-hint-in-lower-case': ['partyId contains the hint in lower case.', hint((given) => given.toLowerCase()), { only: 'value' }],
    'party-id-has-hint-as-number': [
      'A hint that can be read as a number appears in partyId as that number.',
      hint((given) => (Number.isFinite(Number(given)) ? String(Number(given)) : given)),
      { only: 'value' },
    ],
    'party-id-has-hint-cut-at-20': ['partyId contains the first 20 characters of the hint.', hint((given) => given.slice(0, 20)), { only: 'value' }],
    'party-id-has-hint-as-hex': ['partyId contains the hint in hexadecimal digits.', hint((given) => Buffer.from(given).toString('hex'))],
  }),
  ...faults(GT, 'GT-PARTYID-FINGERPRINT', {
    'party-id-lacks-fingerprint': ['partyId is only the hint.', partyId((given) => given)],
    'party-id-has-half-a-fingerprint': ['partyId has the first half of the fingerprint.', partyId((given, own) => `${given}::${own.slice(0, own.length / 2)}`)],
    'party-id-has-fingerprint-in-upper-case': [
      'partyId contains the fingerprint in upper case, publicKeyFingerprint in lower case.',
      partyId((given, own) => `${given}::${own.toUpperCase()}`),
    ],
    'party-id-has-fingerprint-of-participant': ['partyId contains a fingerprint of another key.', partyId((given) => `${given}::1220${'5e'.repeat(32)}`)],
  }),
];

/** The fingerprint after a request that was rejected for its values is another one. */
const behindRefusal: Action = (run) => {
  let isBehind = false;
  const steps = fingerprint((own) => (isBehind ? hash('left behind', own) : undefined))(run);
  return {
    async perform(call) {
      await steps.perform?.(call);
      isBehind = false;
    },
    ...at('answer', (call) => {
      if (call.refusal !== undefined && !call.refusal.structural && !isUnauthenticated(call)) isBehind = true;
    })(run),
  };
};

/** Fingerprints that are not a function of the key, or are the same for different keys (ruling 8). */
export const fingerprints: readonly Fault[] = [
  ...faults(GT, 'GT-FINGERPRINT-FUNCTION', {
    'fingerprint-differs-from-call-to-call': [
      'The same key gets another fingerprint in every call.',
      fingerprinting(
        ({ random }) =>
          (own) =>
            hash(own, random()),
      ),
    ],
    'fingerprint-behind-a-refusal-is-another-one': ['The fingerprint after a request rejected for its values is wrong.', behindRefusal, { only: 'state' }],
    'fingerprint-depends-on-hint': ['The fingerprint is over the key and the hint.', fingerprint((own, { partyHint }) => hash(own, partyHint))],
    'fingerprint-depends-on-threshold': [
      'With a confirmationThreshold, the fingerprint is over the key and the threshold.',
      fingerprint((own, { confirmationThreshold }) => (confirmationThreshold === undefined ? undefined : hash(own, confirmationThreshold))),
      { only: 'optional-field' },
    ],
  }),
  ...faults(GT, 'GT-FINGERPRINT-DISTINCT', {
    'fingerprint-is-constant': ['Every key has the same fingerprint.', fingerprint(() => hash('public key'))],
    'fingerprint-is-over-format': [
      'The fingerprint is over format and keySpec in place of the key.',
      fingerprint((_, { publicKey }) => hash(publicKey.format, publicKey.keySpec)),
    ],
    'fingerprint-is-over-first-bytes': [
      'The fingerprint is over the first 12 bytes of the key, which all keys of a specification share.',
      fingerprint((_, { publicKey }) => hash(publicKey.keyData.slice(0, 16))),
    ],
    'fingerprint-leaves-out-last-byte': [
      'The fingerprint is over the key without its last byte.',
      fingerprint((_, request) => hash(keyBytes(request).subarray(0, -1).toString('hex'))),
    ],
    'fingerprint-is-over-last-bytes': [
      'The fingerprint is over the last 16 bytes of the key.',
      fingerprint((_, request) => hash(keyBytes(request).subarray(-16).toString('hex'))),
    ],
    'fingerprint-is-over-the-ends': [
      'The fingerprint is over both ends of keyData.',
      fingerprint((_, { publicKey: { keyData } }) => hash(keyData.replace(/(?<=^.{20}).*(?=.{20}$)/, ''))),
    ],
    'fingerprint-has-four-values': ['The fingerprint is cut to its last two bits.', fingerprint((own) => String(Number.parseInt(own.slice(-1), 16) % 4))],
    'fingerprint-is-cut-to-two-bytes': ['The fingerprint is cut to its last two bytes.', fingerprint((own) => own.slice(-4))],
    'fingerprint-is-empty': [
      'publicKeyFingerprint is an empty string.',
      result(() => ({ publicKeyFingerprint: '' })),
      { breaks: ['GT-PARTYID-FINGERPRINT', 'GT-FINGERPRINT-DISTINCT'], quote: 'Fingerprint of the supplied public key.' },
    ],
  }),
];

/** The content of a wrapper, whose length takes one or two bytes here. */
function contentOf(entry: Buffer): Buffer {
  const [low = 0, high = 0] = [entry[1], entry[2]];
  const [length, start] = low >= 128 ? [(low & 127) + high * 128, 3] : [low, 2];
  return entry.subarray(start, start + length);
}

function exchanged(entry: Buffer): Buffer {
  const swapped = Buffer.from(entry);
  swapped[0] = 0x12;
  swapped[swapped.length - 2] = 0x08;
  return swapped;
}

function withLength(entry: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(entry.length);
  return Buffer.concat([length, entry]);
}

/** Another multi-hash. */
const multiHash = (make: (entries: Buffer[], request: Json) => string): Action =>
  result(({ topologyTransactions }, request) => ({
    multiHash: make(
      topologyTransactions.map((entry: string) => Buffer.from(entry, 'base64')),
      request,
    ),
  }));

/** Transactions that are not wrappers, are not bound by the multi-hash, or belong to another party (rulings 9 and 10). */
export const transactions: readonly Fault[] = [
  ...faults(GT, ['GT-ENTRY-WRAPPER', 'GT-ENTRY-DISTINCT'], {
    'entry-lacks-wrapper': ['An entry is the TopologyTransaction without its wrapper.', entries(contentOf)],
    'entry-lacks-version': ['The wrapper of an entry has no version.', entries((entry) => entry.subarray(0, -2))],
    'entry-lacks-data': ['The wrapper of an entry has no data.', entries((entry) => entry.subarray(-2))],
    'entry-has-empty-data': ['The wrapper of an entry has empty data.', entries((entry) => Buffer.concat([Buffer.from([0x0a, 0]), entry.subarray(-2)]))],
    'entry-has-fields-exchanged': ['The wrapper has the version as field 1 and the data as field 2.', entries(exchanged)],
    'entry-is-cut': ['An entry lacks the second half of its bytes.', entries((entry) => entry.subarray(0, entry.length >> 1))],
    'entry-is-json': ['An entry is JSON in base64.', entries((entry) => Buffer.from(JSON.stringify({ version: 30, data: entry.toString('base64') })))],
    'entry-is-hash': [
      'An entry is the SHA-256 hash of the transaction in hexadecimal digits.',
      entries(
        (entry) => createHash('sha256').update(entry).digest(),
        (digest) => digest.toString('hex'),
      ),
    ],
    'entry-has-length-in-front': ['An entry has its length in four bytes in front.', entries(withLength)],
    'second-entry-lacks-wrapper': [
      'The second entry of topologyTransactions is no wrapper.',
      entries((entry) => [entry, contentOf(entry)]),
      { breaks: 'GT-ENTRY-WRAPPER' },
    ],
  }),
  ...faults(GT, 'GT-MULTIHASH-BOUND', {
    'multi-hash-is-of-first-participants': [
      'Parties whose lists begin with the same of several participants get the same multiHash.',
      kept(
        (request) => {
          const lists = [request.otherConfirmingParticipantUids ?? [], request.observingParticipantUids ?? []];
          if (lists.every(({ length }) => length < 2)) return undefined;
          return [request.partyHint, request.publicKey, lists.map(({ length, 0: first }) => [length, first])];
        },
        ['multiHash'],
      ),
      { only: 'optional-field' },
    ],
    'multi-hash-is-constant': ['multiHash is the same for all transactions.', multiHash(() => hashOf([]))],
    'multi-hash-is-over-key': [
      'multiHash is over the public key, whatever the transactions are.',
      multiHash((_, { publicKey }) => hashOf([Buffer.from(publicKey.keyData)])),
    ],
    'multi-hash-is-over-first-bytes': [
      'multiHash is over the first ten bytes of each transaction.',
      multiHash((all) => hashOf(all.map((entry) => entry.subarray(0, 10)))),
    ],
    'multi-hash-is-over-number-of-entries': [
      'multiHash is over the number of transactions.',
      multiHash((all) => `1220${String(all.length).padStart(64, '0')}`),
    ],
  }),
  ...faults(GT, 'GT-ENTRY-DISTINCT', {
    'transactions-are-those-of-first-party': ['Every party gets the transactions of the first one.', kept(() => '')],
    'transactions-forget-hint': ['Parties with the same key get the same transactions.', kept(({ publicKey }) => publicKey.keyData)],
  }),
];
