import { expect, test } from 'vitest';
import type { AttemptLine, CaseLine } from '../../journal/case-line.ts';
import { markdown } from '../../reports/formats/markdown.ts';
import { addToStop, type StopSearch, stopFound, stopText } from '../../reports/report/target-stop.ts';
import { renderSummary } from '../../reports/terminal/terminal.ts';
import { aggregated } from './aggregated.ts';
import { pageOf } from './html-page.ts';
import { aCase, aGoodRun, type CaseLines, withCases } from './journal-fixture.ts';
import { viewOf } from './view.ts';

const run = { seed: 's', nonce: 'n', effort: 'standard', shard: null, startedAt: '', finishedAt: null };
const start = Date.parse('2026-01-02T03:04:05.000Z');

type Sent = Pick<AttemptLine, 'cameBack'> & { readonly at: number; readonly until: number };

const answered = (at: number, until = at + 5): Sent => ({ at, until, cameBack: { status: 200 } });
const closed = (at: number, until: number): Sent => ({ at, until, cameBack: { failure: 'closed' } });
const refused = (at: number): Sent => ({ at, until: at + 1, cameBack: { failure: 'refused' } });
const silent = (at: number): Sent => ({ at, until: at + 5_000, cameBack: { failure: 'timeout' } });

/** A case of one request, sent as often as given. */
function sent(number: number, attempts: readonly Sent[], parts: Partial<CaseLine> = {}): CaseLines {
  const made = aCase({
    requirement: 'GT-REQ-FORMAT',
    operation: 'generate-topology',
    number,
    attempts: attempts.length,
  });
  const timed = made.line.attempts.map((attempt, index) => {
    const { at, until, cameBack } = attempts[index] as Sent;
    return { ...attempt, at: start + at, endedAt: start + until, ...(cameBack ? { cameBack } : {}) };
  });
  return { ...made, line: { ...made.line, attempts: timed, ...parts } };
}

const wrong = { kind: 'type', pointer: '/publicKey/format', keyword: 'type', name: 'a number as format' };

/** The numbers of the cases that may have stopped the target. */
function found(cases: readonly CaseLines[], isGone = false): string[] | undefined {
  const search: StopSearch = { refused: [], unanswered: [] };
  for (const { line } of cases) addToStop(search, line);
  return stopFound(search, isGone, run)?.candidates.map(({ exchange }) => exchange.replace(/^.*\//, ''));
}

test('The request that was in progress when the target began to refuse connections is named.', () => {
  const killing = sent(7, [closed(100, 110), refused(140), refused(240)]);
  const before = [sent(1, [answered(10)]), sent(2, [answered(90)])];
  const after = [sent(8, [refused(150)]), sent(9, [refused(200)])];
  expect(found([...before, killing, ...after])).toEqual(['7#1']);
  expect(found([...after, killing, ...before]), 'in any order').toEqual(['7#1']);
});

test('Of several, those with something wrong come first, and valid controls last.', () => {
  const control = sent(4, [closed(95, 110), refused(140)]);
  const attempts = control.line.attempts.map((attempt) => ({ ...attempt, role: 'control' as const }));
  const cases = [
    sent(1, [answered(90)]),
    { ...control, line: { ...control.line, attempts } },
    sent(5, [closed(96, 110), refused(140)]),
    sent(6, [closed(105, 110), refused(140)], { wrong }),
  ];
  expect(found(cases)).toEqual(['6#1', '5#1', '4#1']);
});

test('A target that ends connections and is answered again has not stopped.', () => {
  const flaky = sent(3, [closed(100, 110), answered(140)]);
  expect(found([sent(1, [answered(90)]), flaky, sent(4, [refused(120), answered(400)])])).toBeUndefined();
  const earlier = sent(2, [closed(10, 20)]);
  const killing = sent(7, [closed(5_000, 5_010), refused(5_040)]);
  expect(found([earlier, sent(5, [answered(4_990)]), killing])).toEqual(['7#1']);
});

test('Of a target that hangs with its connections open, the requests that it had at its last answer are named.', () => {
  const cases = [sent(1, [answered(100)]), sent(2, [silent(80)]), sent(3, [silent(300)])];
  expect(found(cases, true)).toEqual(['2#1']);
  expect(found(cases), 'while it answers at the end').toBeUndefined();
  const later = [sent(1, [answered(100)]), sent(2, [silent(9_000)]), sent(3, [silent(200)])];
  expect(found(later, true), 'the first unanswered one').toEqual(['3#1']);
});

test('A target that never answered has not stopped in the middle.', () => {
  expect(found([sent(1, [closed(0, 5), refused(10)])], true)).toBeUndefined();
});

test('A journal of an earlier version, without times, names no request.', () => {
  expect(aggregated({ ...aGoodRun(), targetGone: true }).targetStop).toBeUndefined();
});

test('Many requests in progress are counted, and eight are named.', () => {
  const many = Array.from({ length: 30 }, (_, index) =>
    sent(index + 2, [closed(100, 110), refused(140)], index === 20 ? { wrong } : {}),
  );
  const search: StopSearch = { refused: [], unanswered: [] };
  for (const { line } of [sent(1, [answered(90)]), ...many]) addToStop(search, line);
  const stop = stopFound(search, true, run);
  expect(stop).toMatchObject({ requests: 30 });
  expect(stop?.candidates).toHaveLength(8);
  expect(stop?.candidates[0]?.exchange).toBe('GT-REQ-FORMAT@generate-topology/22#1');
  expect(stop === undefined ? '' : stopText(stop)).toContain('30 requests were');
});

test('Of many requests with something wrong, each requirement has one among those that are named.', () => {
  const sentFor = (requirement: string, number: number): CaseLines =>
    sent(number, [closed(100 + number, 150), refused(180)], { wrong, requirement });
  const many = Array.from({ length: 20 }, (_, index) => sentFor('GT-REQ-FORMAT', index + 2));
  const others = ['GT-REQ-KEYSPEC', 'GT-REQ-THRESHOLD-TYPE'].map((name, index) => sentFor(name, 40 + index));
  const search: StopSearch = { refused: [], unanswered: [] };
  for (const { line } of [sent(1, [answered(90)]), ...many, ...others]) addToStop(search, line);
  const named = stopFound(search, true, run)?.candidates.map(({ requirement }) => requirement);
  expect(named?.slice(0, 4)).toEqual([
    'GT-REQ-FORMAT',
    'GT-REQ-KEYSPEC',
    'GT-REQ-THRESHOLD-TYPE',
    'GT-REQ-FORMAT',
  ]);
});

test('Every form of the report names the request and the command that sends it again, and condemns nothing by it.', () => {
  const killing = sent(7, [closed(100, 110), refused(140)], { wrong });
  const unjudged = { ...killing, judgement: { ...killing.judgement, judged: {}, control: 'none' as const } };
  const stopped = {
    ...withCases(aGoodRun(), sent(1, [answered(90)]), unjudged),
    targetGone: true,
  } as const;
  const report = aggregated(stopped);
  expect(report.verdict).not.toBe('non-conformant');
  expect(report.targetStop).toEqual({
    requests: 1,
    candidates: [
      {
        requirement: 'GT-REQ-FORMAT',
        operation: 'generate-topology',
        request: 'one thing is wrong: a number as format',
        exchange: 'GT-REQ-FORMAT@generate-topology/7#1',
        sentAt: '2026-01-02T03:04:05.100Z',
        replay:
          'ledger-conformance run --only GT-REQ-FORMAT@generate-topology --seed seed-1 --nonce n1 --output conformance-again',
      },
    ],
  });
  for (const text of [
    renderSummary(viewOf(report), { columns: 400, colour: false }),
    markdown(viewOf(report)),
  ]) {
    expect(text).toContain('The target stopped answering while this request was in progress.');
    expect(text).toContain('a number as format');
    expect(text).toContain('ledger-conformance run --only GT-REQ-FORMAT@generate-topology --seed seed-1');
  }
  const page = pageOf(stopped);
  expect(page).toContain('The target stopped answering while this request was in progress.');
  expect(page).toContain('href="#exchange/GT-REQ-FORMAT@generate-topology/7%231"');
  expect(page).toContain('a number as format, sent at 2026-01-02T03:04:05.100Z');
});
