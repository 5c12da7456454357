import { collect, type Sink } from '../../journal/judgement.ts';
import type { CaseRecord } from '../../journal/record.ts';
import { isObject, readJson, shown } from '../../json/read-json.ts';
import type { Profile } from '../../profiles/profile.ts';
import type { Judge } from '../../session/check.ts';
import { bodyOf } from '../../wire/exchange.ts';
import { succeeded } from '../answers/answer-kind.ts';
import { expectation, saidBy } from '../answers/expectation.ts';
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

/** Judges each answer by itself, and then the successes of the case against each other (rulings 8 to 10). */
export const judgeRelations: Judge = (record, context) =>
  collect((sink) => {
    const control = judgeInto(sink, record, context);
    const said = successes(record);
    agree(
      sink,
      said,
      'GT-FINGERPRINT-FUNCTION',
      (one) => one.key,
      (one) => one.fingerprint,
      'the same key has two fingerprints',
    );
    agree(
      sink,
      said,
      'GT-FINGERPRINT-DISTINCT',
      (one) => one.fingerprint,
      (one) => one.key,
      'two keys have the same fingerprint',
    );
    agree(
      sink,
      said,
      'GT-MULTIHASH-BOUND',
      (one) => one.multiHash,
      (one) => one.transactions,
      'two different lists of transactions have the same multiHash',
    );
    agree(
      sink,
      said,
      'GT-ENTRY-DISTINCT',
      (one) => one.transactions,
      (one) => one.party,
      'two parties got the same list of transactions',
    );
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
function agree(
  sink: Sink,
  said: readonly Said[],
  requirement: string,
  from: (one: Said) => string,
  to: (one: Said) => string,
  message: string,
): void {
  const first = new Map<string, Said>();
  sink.judged(requirement, said.length);
  for (const one of said) {
    const earlier = first.get(from(one));
    if (earlier === undefined) first.set(from(one), one);
    else if (to(earlier) !== to(one)) {
      sink.finding({
        requirement,
        operation,
        message,
        pointer: requirement.startsWith('GT-FINGERPRINT')
          ? '/publicKeyFingerprint'
          : requirement === 'GT-MULTIHASH-BOUND'
            ? '/multiHash'
            : '/topologyTransactions',
        expected: expectation(requirement),
        actual: `${shown(to(earlier), 80)} and ${shown(to(one), 80)}`,
        exchanges: [earlier.exchange, one.exchange],
      });
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
        message: 'the same request gives other bytes',
        pointer: '/topologyTransactions',
        expected: saidBy(profile, pinned),
        actual: `${shown(earlier.multiHash)} and ${shown(one.multiHash)}`,
        exchanges: [earlier.exchange, one.exchange],
      });
    }
  }
}
