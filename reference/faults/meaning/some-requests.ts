import { createHash } from 'node:crypto';
import type { Call } from '../../call.ts';
import { media } from '../../rows/answers.ts';
import { isByApiKey, success, when } from '../../rows/conditions.ts';
import type { Action } from '../../rows/engine.ts';
import { entries, fingerprint, fingerprinting, hash, hint, kept, result } from '../../rows/generate-topology.ts';
import { skip } from '../../rows/requests.ts';
import type { Json } from '../../rules/json-types.ts';
import type { Fault } from '../fault.ts';
import { faults, GT, quoting, showing } from '../table.ts';

const isLong = ({ partyHint }: Json): boolean => partyHint.length >= 60;
const isFull = (request: Json): boolean => Object.keys(request).length === 7;
const observers = ({ observingParticipantUids: uids }: Json): number => uids?.length ?? 0;
const [value, optional, notation] = [{ only: 'value' }, { only: 'optional-field' }, { only: 'notation' }] as const;

/** Answers of generate-topology that are wrong only for some valid requests. */
export const someTopology: readonly Fault[] = [
  ...faults(GT, 'GT-PARTYID-HINT', {
    'long-hint-is-cut-in-party-id': ['partyId contains the first 60 characters of the hint.', hint((given) => given.slice(0, 60)), value],
    'hint-of-digits-is-read-as-number': [
      'A hint of digits only is read as a number, so that partyId contains other digits.',
      hint((given) => (/^\d+$/.test(given) ? String(Number(given)) : given)),
      value,
    ],
  }),
  ...faults(GT, 'GT-PARTYID-FINGERPRINT', {
    'party-id-of-long-hint-lacks-fingerprint': [
      'For a hint of 60 characters or more partyId has no fingerprint.',
      result((_, request) => (isLong(request) ? { partyId: request.partyHint } : undefined)),
      value,
    ],
  }),
  ...faults(GT, 'GT-FINGERPRINT-FUNCTION', {
    'fingerprint-changes-for-observer': [
      'With observing participants the fingerprint is written in upper case.',
      fingerprint((own, request) => (observers(request) > 0 ? own.toUpperCase().replaceAll(/\d/g, '0') : undefined)),
      optional,
    ],
  }),
  ...faults(GT, 'GT-RES-MULTIHASH-NONEMPTY', {
    'multi-hash-is-empty-with-threshold-one': [
      'With a confirmationThreshold of exactly 1 multiHash is empty.',
      result((_, { confirmationThreshold }) => (confirmationThreshold === 1 ? { multiHash: '' } : undefined)),
      optional,
    ],
  }),
  ...faults(GT, 'GT-RES-TRANSACTIONS-NONEMPTY', {
    'transactions-are-empty-for-observation-only': [
      'With localParticipantObservationOnly there are no transactions.',
      result((_, { localParticipantObservationOnly: only }) => (only === true ? { topologyTransactions: [] } : undefined)),
      optional,
    ],
  }),
  ...quoting(
    'GT-ENTRY-DISTINCT',
    faults(GT, 'GT-RES-ENTRY', {
      'entry-is-empty-for-second-observer': [
        'With two observing participants an empty entry follows the transaction.',
        result(({ topologyTransactions: all }, request) => (observers(request) >= 2 ? { topologyTransactions: [...all, ''] } : undefined)),
        optional,
      ],
    }),
  ),
  ...faults(GT, 'GT-ENTRY-WRAPPER', {
    'entry-of-full-request-is-no-wrapper': [
      'With all optional fields together an entry is the hash of the transaction.',
      result(({ multiHash }, request) => (isFull(request) ? { topologyTransactions: [multiHash] } : undefined)),
      { quote: 'Each entry is serialized as a versioned-message wrapper (UntypedVersionedMessage)', ...optional },
    ],
  }),
  ...faults(GT, 'GT-RES-MEDIA', {
    'success-of-full-request-is-text': [
      'With all optional fields together the Content-Type is text/plain.',
      media('text/plain'),
      { under: [success, when(({ request }) => isFull(request))], ...optional },
    ],
  }),
];

const without = (field: string) => (request: Json) => [{ ...request, [field]: undefined }, request.publicKey.keyData];
const withKey = (make: (partyHint: string) => string) => (request: Json) => [make(request.partyHint), request.publicKey.keyData];

/** Answers that are wrong only compared with the answer to another request. */
export const relatedTopology: readonly Fault[] = [
  ...faults(GT, 'GT-ENTRY-DISTINCT', {
    'transactions-forget-case-of-hint': ['Hints that differ only in case get the same transactions.', kept(withKey((given) => given.toLowerCase())), value],
    'transactions-see-64-characters-of-hint': [
      'Hints that agree in their first 64 characters get the same transactions.',
      kept(withKey((given) => given.slice(0, 64))),
      value,
    ],
  }),
  ...faults(GT, 'GT-MULTIHASH-BOUND', {
    'multi-hash-forgets-threshold': ['multiHash does not depend on confirmationThreshold.', kept(without('confirmationThreshold'), ['multiHash']), optional],
    'multi-hash-forgets-thresholds-above-one': [
      'multiHash is the same for all thresholds above 1.',
      kept((request) => (request.confirmationThreshold > 1 ? without('confirmationThreshold')(request) : undefined), ['multiHash']),
      value,
    ],
    'multi-hash-forgets-observation-only': [
      'multiHash does not depend on localParticipantObservationOnly.',
      kept(without('localParticipantObservationOnly'), ['multiHash']),
      optional,
    ],
  }),
  ...faults(GT, 'GT-FINGERPRINT-DISTINCT', {
    'fingerprint-of-other-curves-is-constant': [
      'All keys of other curves than Ed25519 have the same fingerprint.',
      fingerprint((_, { publicKey }) => (publicKey.keySpec.endsWith('CURVE25519') ? undefined : `1220${'0'.repeat(64)}`)),
      { only: 'key-type' },
    ],
  }),
  ...faults(GT, 'GT-FINGERPRINT-FUNCTION', {
    'fingerprint-changes-after-800-calls': [
      'From the 800th call on fingerprints are other ones.',
      fingerprinting(() => {
        let calls = 0;
        return (own) => (++calls > 800 ? own.replace(/.$/, (last) => (last === '0' ? '1' : '0')) : undefined);
      }),
      { when: 'late', only: 'state' },
    ],
  }),
];

/** Another fingerprint for some requests. */
const otherwise = (isMeant: (call: Call, request: Json) => unknown): Action =>
  fingerprint((own, request, call) => (isMeant(call, request) ? hash(own) : undefined));

/** Another fingerprint than that of the first request for a key, by what is remembered of that. */
const unlikeFirst = <T>(note: (call: Call) => T, isOther: (first: T, call: Call) => boolean): Action =>
  fingerprinting(() => {
    const first = new Map<string, T>();
    return (own, { publicKey }, call) => {
      const known = first.get(publicKey.keyData) ?? note(call);
      first.set(publicKey.keyData, known);
      return isOther(known, call) ? hash(own) : undefined;
    };
  });

/** How long after its first use a key has another fingerprint, in milliseconds. */
const forgottenAfterMs = 700;

/** A party needs three transactions; `bound` are those that the multi-hash is over. */
const threeTransactions = (bound: (all: readonly Uint8Array[]) => readonly Uint8Array[]): Action => {
  const about = (what: string, { publicKey }: Json): Buffer => {
    const data = createHash('sha256').update(`${what} ${publicKey.keyData}`).digest();
    return Buffer.concat([Buffer.from([0x0a, data.length]), data, Buffer.from([0x10, 30])]);
  };
  return entries((entry, request) => [about('namespace', request), about('key', request), entry], undefined, bound);
};

/** Relations between answers far apart, or between answers to the same request in another form (ruling 40). */
export const relationsOfRun: readonly Fault[] = [
  ...faults(GT, 'GT-FINGERPRINT-FUNCTION', {
    'fingerprint-depends-on-scheme': ['Under the API key every key has another fingerprint.', otherwise(isByApiKey), { only: 'scheme' }],
    'fingerprint-depends-on-connection': [
      'A key has another fingerprint on another connection than that of its first request.',
      unlikeFirst(
        ({ connection }) => connection,
        (first, { connection }) => first !== connection,
      ),
      { only: 'connection' },
    ],
    'fingerprint-depends-on-blanks': [
      'Blanks between the members of a body change the fingerprint.',
      otherwise(({ body }) => /[{,:]\s+"/.test(body.toString())),
      notation,
    ],
    'fingerprint-depends-on-escapes': ['Escapes in a body change the fingerprint.', otherwise(({ body }) => /\\[/u]/.test(body.toString())), notation],
    'fingerprint-depends-on-order-of-key': [
      'If publicKey begins with keyData or keySpec, the fingerprint is another one.',
      otherwise(({ body }) => /"publicKey"\s*:\s*\{\s*"key/.test(body.toString())),
      notation,
    ],
    'fingerprint-depends-on-longest-hint': [
      'With a hint of 97 to 100 characters the fingerprint is another one.',
      otherwise((_, { partyHint }) => partyHint.length >= 97 && partyHint.length <= 100),
      value,
    ],
    'fingerprint-depends-on-empty-list': [
      'An empty list of observing participants changes the fingerprint.',
      otherwise((_, { observingParticipantUids: uids }) => uids?.length === 0),
      optional,
    ],
    'fingerprint-depends-on-size': ['A body above 16 KiB changes the fingerprint.', otherwise(({ body }) => body.length > 16_384), value],
    'fingerprint-is-forgotten': [
      'A key has another fingerprint 0.7 seconds after its first request.',
      unlikeFirst(
        () => performance.now(),
        (first) => performance.now() - first > forgottenAfterMs,
      ),
      { when: 'late', only: 'state' },
    ],
  }),
  ...faults(GT, 'GT-FINGERPRINT-DISTINCT', {
    'fingerprint-has-16-bits': [
      'The fingerprint has four hexadecimal digits, so that some of a few hundred keys share one.',
      fingerprint((own) => own.slice(-4)),
      { when: 'late', only: 'chance' },
    ],
  }),
  ...faults(GT, 'GT-MULTIHASH-BOUND', {
    'multi-hash-has-16-bits': [
      'multiHash has four hexadecimal digits, so that some of a thousand lists share one.',
      result(({ multiHash }) => ({ multiHash: Buffer.from(multiHash, 'base64').subarray(-2).toString('hex') })),
      { when: 'late', only: 'chance' },
    ],
    'multi-hash-leaves-out-last-transaction': ['multiHash is over all transactions but the last.', threeTransactions((all) => all.slice(0, -1))],
    'multi-hash-leaves-out-hosting': ['multiHash is over the first transaction.', threeTransactions((all) => all.slice(0, 1))],
  }),
];

/** The server takes any hint, and puts another one into the party id. */
const anyHint = (make: (given: string) => string): Action[] => [skip('length /partyHint', 'alphabet /partyHint', 'delimiter /partyHint'), hint(make)];
const unlessPlain = (make: (given: string) => string): Action[] => anyHint((given) => (/^[A-Za-z0-9]{1,100}$/.test(given) ? given : make(given)));

/** Hints that the server takes although it need not, and does not put into the party id as they are (ruling 7). */
export const someHints: readonly Fault[] = showing(
  'value',
  faults(GT, 'GT-PARTYID-HINT', {
    'party-id-has-unusual-hint-in-lower-case': [
      'A hint with other characters than letters and digits appears in partyId in lower case.',
      unlessPlain((given) => given.toLowerCase()),
    ],
    'party-id-has-hint-with-underscores': [
      'Characters of a hint that are no letters, digits or hyphens become underscores in partyId.',
      unlessPlain((given) => given.replace(/[^A-Za-z0-9-]/gu, '_')),
    ],
    'party-id-has-hint-normalized': ['partyId contains the hint in Unicode normalization form C.', anyHint((given) => given.normalize('NFC'))],
    'party-id-has-hint-decomposed': ['partyId contains the hint in Unicode normalization form D.', anyHint((given) => given.normalize('NFD'))],
    'party-id-has-hint-trimmed': ['partyId contains the hint without the white space at its ends.', anyHint((given) => given.trim())],
    'party-id-has-hint-percent-encoded': [
      'partyId contains the hint with percent-encoding.',
      unlessPlain((given) => encodeURIComponent(given.replace(/\p{Surrogate}/gu, ''))),
    ],
    'party-id-has-hint-as-replacement': [
      'The hint replaces a word of a template, so that $& in it is that word.',
      anyHint((given) => 'HINT'.replace('HINT', given)),
    ],
    'party-id-has-hint-up-to-nul': ['partyId contains the hint up to its first NUL.', anyHint((given) => given.split('\u0000', 1)[0] ?? '')],
    'party-id-has-hint-cut-at-185': ['partyId contains the first 185 characters of the hint.', anyHint((given) => given.slice(0, 185))],
    'party-id-has-hint-up-to-delimiter': ['partyId contains the hint up to the delimiter that it contains.', anyHint((given) => given.split('::', 1)[0] ?? '')],
  }),
);
