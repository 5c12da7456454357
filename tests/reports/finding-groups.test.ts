import { describe, expect, test } from 'vitest';
import type { CameBack, CaseLine } from '../../journal/case-line.ts';
import { type FindingKind, findingOf } from '../../journal/finding.ts';
import type { ReportFinding } from '../../reports/report/report.ts';
import { aggregated, resultOf } from './aggregated.ts';
import { aCase, aGoodRun, type CaseLines, withCases } from './journal-fixture.ts';

const gt = 'generate-topology';
const id = 'GT-REQ-KEYDATA';

interface Sent extends Partial<Pick<CaseLine, 'kind' | 'detail' | 'context' | 'credential'>> {
  readonly number: number;
  readonly requirement?: string;
  readonly pointer?: string;
  readonly found?: 'accepted-invalid' | 'failure-form';
  readonly cameBack?: CameBack;
  readonly bytes?: number;
  /** How often the probe is sent. */
  readonly times?: number;
  /** Whether it is also sent in its plainest form, and shows the finding. */
  readonly plainest?: 'shows' | 'passes';
}

/** A case of one kind of input; each of its requests shows the finding. */
function sent(each: Sent): CaseLines {
  const { number, requirement = id, kind = 'missing', pointer = '/publicKey/keyData', times = 1 } = each;
  const requests = times + (each.plainest === undefined ? 0 : 1);
  const made = aCase({ requirement, operation: gt, number, requests });
  const cameBack = each.cameBack ?? { status: 200, mediaType: 'application/json' };
  const attempts = made.line.attempts.map((attempt, index) => ({
    ...attempt,
    role: index === 0 ? ('probe' as const) : index < times ? ('repeat' as const) : ('shrink' as const),
    ...(index === 0 ? {} : { repeats: 1 }),
    cameBack,
    bytes: each.bytes ?? 100,
  }));
  const { detail, context, credential = 'valid' } = each;
  const line: CaseLine = {
    ...made.line,
    kind,
    ...(detail === undefined ? {} : { detail }),
    ...(each.plainest === undefined ? {} : { circumstances: { client: ['curl'] } }),
    ...(context === undefined ? {} : { context }),
    credential,
    wrong: { kind, pointer, keyword: 'required', name: kind },
    attempts,
  };
  const findings = attempts.flatMap(({ exchange, role }) =>
    each.found === undefined || (role === 'shrink' && each.plainest !== 'shows')
      ? []
      : [findingFor(each.found, requirement, pointer, exchange, detail)],
  );
  return { ...made, line, judgement: { ...made.judgement, findings } };
}

function findingFor(
  kind: FindingKind & Sent['found'],
  requirement: string,
  pointer: string,
  exchange: string,
  detail = 'x',
) {
  const found = { operation: gt, actual: 'as it was', exchanges: [exchange] } as const;
  return kind === 'accepted-invalid'
    ? findingOf({ ...found, requirement, kind, pointer, parameters: { case: detail, of: detail } })
    : findingOf({
        ...found,
        requirement: 'GT-FAILURE-FORM',
        kind: 'failure-form',
        parameters: { allowed: ['text-400'] },
      });
}

function findingsOf(cases: readonly CaseLines[], requirement = id): readonly ReportFinding[] {
  return resultOf(aggregated(withCases(aGoodRun(), ...[...cases].reverse())), requirement, gt).findings;
}

describe('findings about a kind of input', () => {
  test('are one finding, whatever the detail, counted over the inputs of that kind, each once.', () => {
    const [finding, ...others] = findingsOf([
      sent({ number: 1, kind: 'wrong-type', detail: '0', found: 'accepted-invalid', times: 7 }),
      sent({ number: 2, kind: 'wrong-type', detail: '["text"]', found: 'accepted-invalid', times: 7 }),
      sent({ number: 3, kind: 'wrong-type', detail: '{}', times: 2 }),
      sent({ number: 4, kind: 'null', times: 9 }),
    ]);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      affected: 2,
      attempts: 3,
      rate: 'accepted 2 of 3 requests of this kind',
      message: 'accepted a request that must be rejected: publicKey.keyData: wrong type',
      details: [
        { text: '0', affected: 1 },
        { text: '["text"]', affected: 1 },
      ],
      input: { requirement: id, kind: 'wrong-type', pointer: '/publicKey/keyData', credential: 'valid' },
    });
  });

  test.each<[string, Partial<Sent>]>([
    ['another kind of input', { kind: 'null' }],
    ['another place', { pointer: '/publicKey/format' }],
    ['another status', { cameBack: { status: 201, mediaType: 'application/json' } }],
    ['another media type', { cameBack: { status: 200, mediaType: 'text/html' } }],
    ['another kind of credential', { credential: 'expired' }],
  ])('stand apart for %s.', (_, other) => {
    const all = [
      sent({ number: 1, found: 'accepted-invalid' }),
      sent({ number: 2, found: 'accepted-invalid', ...other }),
    ];
    expect(findingsOf(all)).toHaveLength(2);
  });

  test('are one finding at whichever index of an array they are.', () => {
    const all = ['/users/0/id', '/users/17/id'].map((pointer, index) =>
      sent({ number: index + 1, pointer, found: 'accepted-invalid' }),
    );
    expect(findingsOf(all).map(({ input }) => input?.pointer)).toEqual(['/users/*/id']);
  });

  test('say so if they only show while other requests are in progress.', () => {
    const mixed = sent({ number: 1, found: 'accepted-invalid', context: ['mixed-traffic'] });
    const alone = sent({ number: 2, found: 'accepted-invalid', context: ['mixed-traffic', 'alone'] });
    expect(findingsOf([mixed])[0]?.onlyConcurrent).toBe(true);
    expect(findingsOf([mixed, alone])[0]?.onlyConcurrent).toBeUndefined();
  });
});

describe('A request that is also sent in its plainest form', () => {
  const found = { number: 1, found: 'accepted-invalid', times: 3 } as const;

  test('is the example if it shows the finding too.', () => {
    const [finding] = findingsOf([sent({ ...found, plainest: 'shows' })]);
    expect(finding?.onlyWithClient).toBeUndefined();
    expect(finding?.exchanges[0]).toBe(`${id}@${gt}/1#4`);
  });

  test('tells that the client matters if it alone does not.', () => {
    const [finding] = findingsOf([sent({ ...found, plainest: 'passes' })]);
    expect(finding).toMatchObject({ onlyWithClient: true });
    expect(finding?.exchanges[0]).toBe(`${id}@${gt}/1#1`);
  });

  test('tells nothing where others do not show it either, or were not sent.', () => {
    expect(findingsOf([sent(found)])[0]?.onlyWithClient).toBeUndefined();
    const flaky = sent({ ...found, plainest: 'passes' });
    const findings = flaky.judgement.findings.slice(0, 2);
    expect(
      findingsOf([{ ...flaky, judgement: { ...flaky.judgement, findings } }])[0]?.onlyWithClient,
    ).toBeUndefined();
  });
});

test('Answers in a wrong form are grouped by status and media type, with an example and the inputs of each.', () => {
  const as = (status: number, mediaType: string) =>
    ({ found: 'failure-form', cameBack: { status, mediaType } }) as const;
  const findings = findingsOf(
    [
      sent({ number: 1, kind: 'null', times: 5, ...as(422, 'text/plain') }),
      sent({ number: 2, kind: 'missing', times: 3, ...as(422, 'text/plain') }),
      sent({ number: 3, kind: 'missing', ...as(400, 'application/json') }),
    ],
    'GT-FAILURE-FORM',
  );
  expect(
    findings.map(({ affected, cameBack, exchanges }) => [affected, cameBack?.status, exchanges[0]]),
  ).toEqual([
    [8, 422, `${id}@${gt}/1#1`],
    [1, 400, `${id}@${gt}/3#1`],
  ]);
  expect(findings[0]?.inputs?.map(({ text, affected, attempts }) => [text, affected, attempts])).toEqual([
    ['publicKey.keyData missing', 1, 2],
    ['publicKey.keyData = null', 1, 1],
  ]);
});

describe('the example of a finding', () => {
  test('is of the check of its own requirement, and the smallest of several.', () => {
    const firstOf = (...cases: readonly CaseLines[]): string | undefined =>
      findingsOf(cases, 'GT-FAILURE-FORM')[0]?.exchanges[0];
    const found = 'failure-form';
    const other = sent({ number: 1, requirement: 'AUTH-ALG-NONE', found, bytes: 1 });
    const own = sent({ number: 2, requirement: 'GT-FAILURE-FORM', found, bytes: 900 });
    const smaller = sent({ number: 3, requirement: 'GT-FAILURE-FORM', found, bytes: 800 });
    const smallest = sent({
      number: 4,
      requirement: 'GT-FAILURE-FORM',
      found,
      context: ['smallest'],
      bytes: 950,
    });
    expect(firstOf(other, own)).toBe(`GT-FAILURE-FORM@${gt}/2#1`);
    expect(firstOf(other, own, smaller)).toBe(`GT-FAILURE-FORM@${gt}/3#1`);
    expect(firstOf(other, own, smaller, smallest)).toBe(`GT-FAILURE-FORM@${gt}/4#1`);
  });
});

test('What not every request of the kind shows is repeated with the whole operation.', () => {
  const replays = (times: number) =>
    findingsOf([
      sent({ number: 1, kind: 'null', times: 2, found: 'accepted-invalid' }),
      sent({ number: 2, kind: 'null', times }),
    ]).map(({ replay }) => /--only (\S+)/.exec(replay)?.[1]);
  expect(replays(0)).toEqual([`${id}@${gt}`]);
  expect(replays(1)).toEqual([gt]);
});

test('What the check of the requirement shows each time for some values is repeated with that check, though not for others.', () => {
  const [finding] = findingsOf([
    sent({ number: 1, kind: 'wrong-type', times: 7, found: 'accepted-invalid' }),
    sent({ number: 2, kind: 'wrong-type', times: 7 }),
  ]);
  expect(finding).toMatchObject({ affected: 1, attempts: 2 });
  expect(/--only (\S+)/.exec(finding?.replay ?? '')?.[1]).toBe(`${id}@${gt}`);
  const elsewhere = sent({ number: 1, kind: 'wrong-type', times: 7, found: 'accepted-invalid' });
  const moved = elsewhere.line.id.replace(id, 'HTTP-STABLE');
  const other = {
    ...elsewhere,
    line: { ...elsewhere.line, id: moved },
    judgement: { ...elsewhere.judgement, case: moved },
  };
  const [ofOther] = findingsOf([other, sent({ number: 2, kind: 'wrong-type', times: 7 })]);
  expect(/--only (\S+)/.exec(ofOther?.replay ?? '')?.[1], 'shown only in cases of another check').toBe(gt);
});
