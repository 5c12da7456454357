import { expect, test } from 'vitest';
import type { CaseLine } from '../../journal/case-line.ts';
import { findingOf } from '../../journal/finding.ts';
import type { JudgementLine } from '../../journal/journal-line.ts';
import {
  addToLooks,
  chanceOf,
  disguiseDifferences,
  type Looks,
} from '../../reports/report/disguise-difference.ts';
import { aCase } from './journal-fixture.ts';

const requirement = 'AUTH-ALG-NONE';
const operation = 'list-users';

/** A case of the kind `alg-none`; its number says to which series it belongs. */
interface Sent {
  readonly number: string;
  readonly isWrong?: boolean;
  readonly client?: string;
  readonly kind?: string;
}

function sent({
  number,
  isWrong = false,
  client = 'curl',
  kind = 'alg-none',
}: Sent): [CaseLine, JudgementLine] {
  const id = `${requirement}@${operation}/${number}`;
  const exchange = `${id}#1`;
  const { line, judgement } = aCase({ requirement, operation });
  const finding = findingOf({
    requirement,
    operation,
    kind: 'accepted-invalid',
    parameters: { case: 'alg none' },
    actual: '200',
    exchanges: [exchange],
  });
  return [
    {
      ...line,
      id,
      kind,
      circumstances: { client: [client] },
      attempts: [
        {
          role: 'probe',
          ordinal: 1,
          attempt: 1,
          exchange,
          cameBack: { status: isWrong ? 200 : 401, mediaType: 'application/json' },
        },
      ],
    },
    { ...judgement, case: id, findings: isWrong ? [finding] : [] },
  ];
}

function differences(...cases: readonly Sent[]) {
  const looks: Looks = {};
  for (const each of cases) addToLooks(looks, ...sent(each));
  return disguiseDifferences(looks);
}

const several = (count: number, series: string, more: Omit<Sent, 'number'> = {}): Sent[] =>
  ['curl', 'go', 'axios', 'java'].flatMap((client, at) =>
    Array.from({ length: Math.ceil((count - at) / 4) }, (_, index) => ({
      number: `${series}${at}-${index}`,
      client,
      ...more,
    })),
  );

test('Wrong for ordinary clients, and always right for the suite: a finding with an answer of each.', () => {
  const found = differences(...several(8, '', { isWrong: true }), ...several(8, 'undisguised-'));
  expect(found).toHaveLength(1);
  const [{ finding, affected } = { finding: undefined, affected: 0 }] = found;
  expect(finding).toMatchObject({
    requirement,
    operation,
    kind: 'answers-by-disguise',
    parameters: { kinds: ['alg-none'], wrong: 8, answers: 8, tests: 8 },
    sides: [{ value: '200 application/json' }, { value: '401 application/json' }],
  });
  expect(finding?.exchanges[0]).not.toContain('undisguised');
  expect(finding?.exchanges[1]).toContain('undisguised');
  expect(affected).toBe(8);
});

test('Wrong at the pace of ordinary clients alone is a difference too.', () => {
  const found = differences(
    ...several(4, 'paced-', { isWrong: true }),
    ...several(40, ''),
    ...several(8, 'undisguised-'),
  );
  expect(found[0]?.finding.parameters).toMatchObject({ wrong: 4, answers: 4, tests: 48 });
});

test('A breach that the suite sees as well is no difference.', () => {
  expect(
    differences(...several(20, '', { isWrong: true }), ...several(20, 'undisguised-'), {
      number: 'undisguised-x',
      isWrong: true,
    }),
  ).toEqual([]);
});

test('Too few answers on either side prove nothing.', () => {
  expect(differences(...several(3, '', { isWrong: true }), ...several(3, 'undisguised-'))).toEqual([]);
  expect(differences(...several(40, '', { isWrong: true }))).toEqual([]);
  expect(differences(...several(8, '', { isWrong: true }), { number: 'undisguised-1' })).toEqual([]);
});

test('A breach of one in ten answers, which the suite happens not to meet, is no difference.', () => {
  expect(
    differences(...several(4, '', { isWrong: true }), ...several(40, 'a'), ...several(20, 'undisguised-')),
  ).toEqual([]);
});

test('What shows for one client of many is about that client.', () => {
  const ofOne = several(8, '', { isWrong: true }).map((each) => ({ ...each, client: 'go' }));
  expect(differences(...ofOne, ...several(2, 'a'), ...several(40, 'undisguised-'))).toEqual([]);
  // Where no other client sends such requests, it cannot be told.
  expect(differences(...ofOne, ...several(40, 'undisguised-'))).toHaveLength(1);
});

test('Only the same kinds of input are compared.', () => {
  expect(
    differences(...several(8, '', { isWrong: true }), ...several(40, 'undisguised-', { kind: 'expired' })),
  ).toEqual([]);
});

test('A plain run has no differences, whatever is wrong.', () => {
  expect(differences(...several(8, '', { isWrong: true }), ...several(8, 'b'))).toEqual([]);
});

test.for([
  [{ wrong: 1, answers: 1, tests: 1 }, 1 / 2],
  [{ wrong: 3, answers: 3, tests: 3 }, 1 / 20],
  [{ wrong: 5, answers: 5, tests: 5 }, 1 / 252],
  [{ wrong: 2, answers: 4, tests: 2 }, 6 / 15],
  [{ wrong: 4, answers: 9, tests: 0 }, 1],
] as const)('By chance, %j happens with the probability of Fisher.', ([counts, chance]) => {
  expect(chanceOf(counts)).toBeCloseTo(chance, 12);
});
