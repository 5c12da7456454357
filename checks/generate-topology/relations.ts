import { collect, type Sink } from '../../journal/judgement.ts';
import type { CaseRecord } from '../../journal/record.ts';
import { isObject, readObject, shown } from '../../json/read-json.ts';
import type { Profile } from '../../profiles/profile.ts';
import type { Judge } from '../../session/check.ts';
import { bodyOf } from '../../wire/exchange.ts';
import { succeeded } from '../answers/answer-kind.ts';
import { finalAttempts } from '../answers/final-attempts.ts';
import { judgeInto } from '../answers/judge-answers.ts';

const operation = 'generate-topology';

/** The parts of a success that relations compare. */
interface Said {
  readonly exchange: string;
  readonly request: string;
  readonly key: string;
  readonly party: string;
  readonly fingerprint: string;
  readonly transactions: string;
  readonly multiHash: string;
}

/** Two parts of successes that determine each other, and the requirement that demands it. */
type Relation = readonly [
  requirement: string,
  kind: 'fingerprint-varies' | 'fingerprint-shared' | 'multihash-shared' | 'transactions-shared',
  pointer: string,
  from: keyof Said,
  to: keyof Said,
];

const relations: readonly Relation[] = [
  ['GT-FINGERPRINT-FUNCTION', 'fingerprint-varies', '/publicKeyFingerprint', 'key', 'fingerprint'],
  ['GT-FINGERPRINT-DISTINCT', 'fingerprint-shared', '/publicKeyFingerprint', 'fingerprint', 'key'],
  ['GT-MULTIHASH-BOUND', 'multihash-shared', '/multiHash', 'multiHash', 'transactions'],
  ['GT-ENTRY-DISTINCT', 'transactions-shared', '/topologyTransactions', 'transactions', 'party'],
];

/** What must hold between answers: the same key has the same fingerprint, and so on (rulings 8 to 10). */
export const relationRequirements: readonly string[] = [
  ...relations.map(([requirement]) => requirement),
  'GT-OPEN-DETERMINISM',
];

/** Judges each answer on its own, then compares the successes of the case (rulings 8 to 10). */
export const judgeRelations: Judge = (record, context) =>
  collect((sink) => {
    const control = judgeInto(sink, record, context);
    const said = successes(record);
    for (const relation of relations) agree(sink, said, relation);
    judgeDeterminism(sink, said, context.profile);
    return control;
  });

/** Successes whose four fields have the right types; others already have findings of their own. */
function successes(record: CaseRecord): Said[] {
  return finalAttempts(record).flatMap(({ last, answer }) => {
    if (answer === undefined || !succeeded(operation, answer)) return [];
    const { partyHint, publicKey } = readObject(last.exchange.request.body) ?? {};
    const {
      publicKeyFingerprint: fingerprint,
      topologyTransactions: list,
      multiHash,
    } = readObject(bodyOf(answer)) ?? {};
    if (typeof fingerprint !== 'string' || typeof multiHash !== 'string' || !Array.isArray(list)) return [];
    if (!isObject(publicKey) || typeof publicKey.keyData !== 'string') return [];
    const key = `${textOf(publicKey.format)} ${publicKey.keyData}`;
    return [
      {
        exchange: last.exchange.id,
        request: last.exchange.request.body.toString('latin1'),
        key,
        party: `${textOf(partyHint)} ${key}`,
        fingerprint,
        // A multi-hash is over a set, so order and duplicates do not matter.
        transactions: JSON.stringify([...new Set(list.map(textOf))].sort()),
        multiHash,
      },
    ];
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : shown(value, Number.POSITIVE_INFINITY);
}

/** Equal values of `from` must have equal values of `to`. */
function agree(sink: Sink, said: readonly Said[], [requirement, kind, pointer, from, to]: Relation): void {
  const first = new Map<string, Said>();
  sink.judged(requirement, said.length);
  for (const one of said) {
    const earlier = first.get(one[from]);
    if (earlier === undefined) first.set(one[from], one);
    else if (earlier[to] !== one[to]) {
      const actual = `${shown(earlier[to], 80)} and ${shown(one[to], 80)}`;
      const exchanges = [earlier.exchange, one.exchange];
      sink.finding({ requirement, operation, kind, pointer, actual, exchanges });
    }
  }
}

/** Determinism is only observed, unless the profile pins it. */
function judgeDeterminism(sink: Sink, said: readonly Said[], profile: Profile): void {
  const pinned = profile.pinned?.find(({ requirement }) => requirement === 'GT-OPEN-DETERMINISM');
  const first = new Map<string, Said>();
  for (const one of said) {
    const earlier = first.get(one.request);
    if (earlier === undefined) first.set(one.request, one);
    else {
      const same = earlier.transactions === one.transactions && earlier.multiHash === one.multiHash;
      sink.observe(
        'GT-OPEN-DETERMINISM',
        operation,
        same ? 'the same request gives the same answer' : 'the same request gives other bytes',
      );
      if (pinned === undefined) continue;
      sink.judged(pinned.requirement);
      if (same) continue;
      sink.finding({
        requirement: pinned.requirement,
        operation,
        kind: 'answer-varies',
        pointer: '/topologyTransactions',
        promise: { profile, entry: pinned, instead: true },
        actual: `${shown(earlier.multiHash)} and ${shown(one.multiHash)}`,
        exchanges: [earlier.exchange, one.exchange],
      });
    }
  }
}
