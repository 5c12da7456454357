import { createHash } from 'node:crypto';
import type { Call } from '../../call.ts';
import type { GenerateTopologyResponse } from '../../operations/generate-topology.ts';
import type { GenerateTopologyRequest } from '../../requests.ts';
import { multiHash } from '../../topology/multi-hash.ts';
import { schemeOf } from '../credentials/presented.ts';
import type { Change } from '../fault.ts';
import { breaking, type FaultRow, faultsOf } from '../fault-row.ts';
import { changeFingerprint, changeTopology } from '../meaning/change-topology.ts';

function hash(text: string): string {
  return `1220${createHash('sha256').update(text).digest('hex')}`;
}

/** Another fingerprint where the condition holds. */
function otherwise(isMeant: (call: Call, request: GenerateTopologyRequest) => boolean): Change {
  return changeFingerprint((fingerprint, request, call) => (isMeant(call, request) ? hash(fingerprint) : undefined));
}

/** How long after its first use a key has another fingerprint, in milliseconds. */
const forgottenAfterMs = 700;

/** Another fingerprint from a time after the first request for the key. */
const forgetful: Change = (behaviour, context) => {
  const first = new Map<string, number>();
  return changeFingerprint((fingerprint, { publicKey }) => {
    const seen = first.get(publicKey.keyData);
    if (seen === undefined) first.set(publicKey.keyData, performance.now());
    const isForgotten = seen !== undefined && performance.now() - seen > forgottenAfterMs;
    return isForgotten ? hash(fingerprint) : undefined;
  })(behaviour, context);
};

/** The fingerprint that a key got on the first connection that it came by; another on every later connection. */
const byConnection: Change = (behaviour, context) => {
  const first = new Map<string, object>();
  return changeFingerprint((fingerprint, { publicKey }, call) => {
    const known = first.get(publicKey.keyData) ?? call.connection;
    first.set(publicKey.keyData, known);
    return known === call.connection ? undefined : hash(fingerprint);
  })(behaviour, context);
};

const textOf = ({ body }: Call): string => body.toString('utf8');

/** Bodies written by an ordinary client have no blanks between their members. */
const hasBlanks = (call: Call): boolean => /[{,:]\s+"/.test(textOf(call));
const hasEscapes = (call: Call): boolean => /\\[/u]/.test(textOf(call));
const beginsKeyOtherwise = (call: Call): boolean => /"publicKey"\s*:\s*\{\s*"key/.test(textOf(call));

/** A party needs three transactions; `bound` are those that the multi-hash is over. */
function threeTransactions(bound: (all: readonly Buffer[]) => readonly Buffer[]): Change {
  return changeTopology(({ topologyTransactions: [entry = ''] }, { publicKey }): Partial<GenerateTopologyResponse> => {
    const version = Buffer.from([0x10, 30]);
    const about = (what: string): Buffer => {
      const data = createHash('sha256').update(`${what} ${publicKey.keyData}`).digest();
      return Buffer.concat([Buffer.from([0x0a, data.length]), data, version]);
    };
    const all = [about('namespace'), about('key'), Buffer.from(entry, 'base64')];
    return {
      topologyTransactions: all.map((each) => each.toString('base64')),
      multiHash: multiHash(bound(all)).toString('base64'),
    };
  });
}

const rows: readonly FaultRow[] = [
  ...breaking(['GT-FINGERPRINT-FUNCTION'], {
    'fingerprint-depends-on-scheme': ['Under the API key every key has another fingerprint.', otherwise((call) => schemeOf(call) === 'api-key')],
    'fingerprint-depends-on-connection': ['A key has another fingerprint on another connection than that of its first request.', byConnection],
    'fingerprint-depends-on-blanks': ['Blanks between the members of a body change the fingerprint.', otherwise(hasBlanks)],
    'fingerprint-depends-on-escapes': ['Escaped characters in a body change the fingerprint.', otherwise(hasEscapes)],
    'fingerprint-depends-on-order-of-key': ['If publicKey begins with keyData or keySpec, the fingerprint is another one.', otherwise(beginsKeyOtherwise)],
    'fingerprint-depends-on-longest-hint': [
      'With a hint of 97 to 100 characters the fingerprint is another one.',
      otherwise((_, { partyHint }) => partyHint.length >= 97 && partyHint.length <= 100),
    ],
    'fingerprint-depends-on-empty-list': [
      'An empty list of observing participants changes the fingerprint.',
      otherwise((_, { observingParticipantUids: uids }) => uids?.length === 0),
    ],
    'fingerprint-depends-on-size': ['A body above 16 KiB changes the fingerprint.', otherwise(({ body }) => body.length > 16_384)],
  }),
  {
    id: 'fingerprint-is-forgotten',
    title: 'A key has another fingerprint 0.7 seconds after its first request.',
    requirements: ['GT-FINGERPRINT-FUNCTION'],
    when: 'late',
    apply: forgetful,
  },
  {
    id: 'fingerprint-has-16-bits',
    title: 'The fingerprint has four hexadecimal digits, so that some of a few hundred keys share one.',
    requirements: ['GT-FINGERPRINT-DISTINCT'],
    when: 'late',
    only: 'chance',
    apply: changeFingerprint((fingerprint) => fingerprint.slice(-4)),
  },
  {
    id: 'multi-hash-has-16-bits',
    title: 'multiHash has four hexadecimal digits, so that some of a thousand lists share one.',
    requirements: ['GT-MULTIHASH-BOUND'],
    when: 'late',
    only: 'chance',
    apply: changeTopology(({ multiHash: before }) => ({
      multiHash: Buffer.from(before, 'base64').subarray(-2).toString('hex'),
    })),
  },
  ...breaking(['GT-MULTIHASH-BOUND'], {
    'multi-hash-leaves-out-last-transaction': ['multiHash is over all transactions but the last.', threeTransactions((all) => all.slice(0, -1))],
    'multi-hash-leaves-out-hosting': ['multiHash is over the first transaction.', threeTransactions((all) => all.slice(0, 1))],
  }),
];

/** Relations between answers far apart, or between answers to the same request in another form (ruling 40). */
export const wholeRunFaults = faultsOf('generate-topology', rows);
