import { areCertainlyDifferent } from '../../generators/key-data/key-identity.ts';
import type { Finding } from '../../journal/finding.ts';
import type { Sink } from '../../journal/judgement.ts';
import type { Comparison } from '../judge.ts';
import { type Said, saidIn } from './said.ts';

const operation = 'generate-topology';

type PartName = Exclude<keyof Said, 'exchange'>;

/** Two parts of successes of which one determines the other, and the requirement that demands it. */
interface Relation {
  readonly requirement: string;
  readonly kind: 'fingerprint-varies' | 'fingerprint-shared' | 'multihash-shared' | 'transactions-shared';
  readonly pointer: string;
  readonly from: PartName;
  readonly to: PartName;
  /** Whether two values of `to` contradict each other; by default, they do if they differ. */
  readonly contradict?: (one: string, other: string) => boolean;
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
    to: 'identity',
    contradict: areCertainlyDifferent,
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

/** What must hold between answers, whichever case they are from (rulings 8 to 10 and 40). */
export const comparison: Comparison<Said> = {
  requirements: relations.map(({ requirement }) => requirement),
  read: saidIn,
  compare(sink, all) {
    for (const relation of relations) agree(sink, all, relation);
  },
};

/** Equal values of `from` must have values of `to` that do not contradict each other; the first answer counts. */
function agree(sink: Sink, all: readonly Said[], relation: Relation): void {
  const { requirement, kind, pointer, from, to, contradict = (one, other) => one !== other } = relation;
  const first = new Map<string, Said>();
  sink.judged(requirement, all.length);
  for (const one of all) {
    const [given, found] = [one[from], one[to]];
    if (given === undefined || found === undefined) continue;
    const earlier = first.get(given.value);
    const before = earlier?.[to];
    if (earlier === undefined || before === undefined) first.set(given.value, one);
    else if (contradict(before.value, found.value)) {
      sink.finding({ requirement, operation, kind, pointer, ...contradiction([earlier, one], to) });
    }
  }
}

/** What two answers that contradict each other say in a part. */
export function contradiction(
  answers: readonly Said[],
  part: PartName,
): Pick<Finding, 'actual' | 'exchanges' | 'sides'> {
  const sides = answers.map((said) => ({ exchange: said.exchange, value: said[part]?.shown ?? '' }));
  return {
    actual: sides.map(({ value }) => value).join(' and '),
    exchanges: sides.map(({ exchange }) => exchange),
    sides,
  };
}
