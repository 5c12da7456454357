import { collect, type Sink } from '../../journal/judgement.ts';
import type { CaseRecord } from '../../journal/record.ts';
import { isObject, readJson, shown } from '../../json/read-json.ts';
import type { Profile } from '../../profiles/profile.ts';
import type { Judge } from '../../session/check.ts';
import { bodyOf } from '../../wire/exchange.ts';
import { succeeded } from '../answers/answer-kind.ts';
import { finalAttempts } from '../answers/final-attempts.ts';
import { judgeInto } from '../answers/judge-answers.ts';

const operation = 'generate-topology';

/** What one success said, reduced to what relations compare. */
interface Said {
  readonly exchange: string;
  readonly request: string;
  readonly key: string;
  readonly party: string;
  readonly fingerprint: string;
  readonly transactions: string;
  readonly multiHash: string;
}

/** Two parts of successes that determine each other, and whose requirement says so. */
interface Relation {
  readonly requirement: string;
  readonly kind: 'fingerprint-varies' | 'fingerprint-shared' | 'multihash-shared' | 'transactions-shared';
  readonly pointer: string;
  readonly from: keyof Said;
  readonly to: keyof Said;
}

const relations: readonly Relation[] = [
  {
    requirement: 'GT-FINGERPRINT-FUNCTION',
    kind: 'fingerprint-varies',
    pointer: '/publicKeyFingerprint',
    from: 'key',
    to: 'fingerprint',
  },
  {
    requirement: 'GT-FINGERPRINT-DISTINCT',
    kind: 'fingerprint-shared',
    pointer: '/publicKeyFingerprint',
    from: 'fingerprint',
    to: 'key',
  },
  {
    requirement: 'GT-MULTIHASH-BOUND',
    kind: 'multihash-shared',
    pointer: '/multiHash',
    from: 'multiHash',
    to: 'transactions',
  },
  {
    requirement: 'GT-ENTRY-DISTINCT',
    kind: 'transactions-shared',
    pointer: '/topologyTransactions',
    from: 'transactions',
    to: 'party',
  },
];

/** Judges each answer by itself, and then the successes of the case against each other (rulings 8 to 10). */
export const judgeRelations: Judge = (record, context) =>
  collect((sink) => {
    const control = judgeInto(sink, record, context);
    const said = successes(record);
    for (const relation of relations) agree(sink, said, relation);
    judgeDeterminism(sink, said, context.profile);
    return control;
  });

/** Successes whose four fields have their types; others are judged as answers already. */
function successes(record: CaseRecord): Said[] {
  return finalAttempts(record).flatMap(({ last, answer }) => {
    if (answer === undefined || !succeeded(operation, answer)) return [];
    const request = readJson(last.exchange.request.body);
    const body = readJson(bodyOf(answer));
    if (!('value' in request) || !isObject(request.value) || !('value' in body) || !isObject(body.value))
      return [];
    const { partyHint, publicKey } = request.value;
    const { publicKeyFingerprint: fingerprint, topologyTransactions: list, multiHash } = body.value;
    if (typeof fingerprint !== 'string' || typeof multiHash !== 'string' || !Array.isArray(list)) return [];
    if (!isObject(publicKey) || typeof publicKey.keyData !== 'string') return [];
    const key = `${String(publicKey.format)} ${publicKey.keyData}`;
    return [
      {
        exchange: last.exchange.id,
        request: last.exchange.request.body.toString('latin1'),
        key,
        party: `${String(partyHint)} ${key}`,
        fingerprint,
        // A multi-hash is over a set, so neither order nor repetition makes another list.
        transactions: JSON.stringify(
          [
            ...new Set(
              list.map((each) => (typeof each === 'string' ? each : shown(each, Number.POSITIVE_INFINITY))),
            ),
          ].sort(),
        ),
        multiHash,
      },
    ];
  });
}

/** Wherever `from` is equal, `to` must be: each value of `from` is seen with one value of `to` only. */
function agree(sink: Sink, said: readonly Said[], relation: Relation): void {
  const { requirement, kind, pointer, from, to } = relation;
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

/** Observed, and a breach where the profile pins it. */
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
