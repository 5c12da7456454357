import { expect, test } from 'vitest';
import { readJournal } from '../../journal/run-journal.ts';
import { violationsOf } from '../../json/ajv.ts';
import { aggregateJournal } from '../../reports/report/aggregation.ts';
import reportSchema from '../../reports/report/report.schema.json' with { type: 'json' };
import { type WaiverState, waiverStates } from '../../reports/report/report.ts';
import type { Waiver } from '../../settings/waiver.ts';
import { aggregated, aggregateFolders, plainly, resultOf } from './aggregated.ts';
import { aGoodRun, aHeader, type Run, withCases, withoutCases, withoutCheck } from './journal-fixture.ts';
import { aRunFailing, aWaivedReport, aWaiver } from './waived-report.ts';
import { writeRun } from './write-run.ts';

const gt = 'generate-topology';
const lu = 'list-users';

const failing = (...messages: string[]): Run => aRunFailing(['GT-RES-PARTYID', gt, ...messages]);

const foldedWith = (run: Run, ...waivers: readonly Waiver[]) => aggregated({ ...run, waivers });

test('There is a waiver in each state, in the order of their file, and the report is of its schema.', () => {
  const report = aWaivedReport();
  expect(violationsOf(reportSchema, report)).toEqual([]);
  expect(new Set(report.waivers.map(({ state }) => state))).toEqual(new Set(waiverStates));
  expect(report.waivers.map(({ requirement, state }) => `${requirement} ${state}`)).toEqual([
    'GT-RES-PARTYID active',
    'GT-SUCCESS expiring',
    'LU-SUCCESS expired',
    'LU-PAGE-SIZE stale',
    'EX-BODY mismatched',
    'GT-NONE-SUCH unknown',
    'GT-SYNC-ALIAS not-exercised',
    'ERR-NO-5XX active',
  ]);
});

test('A report without waivers says so, and nothing is waived.', () => {
  const report = aggregated(failing());
  expect(report.waivers).toEqual([]);
  expect(report.results.every(({ waived }) => waived === null)).toBe(true);
});

test('Where every failure is waived the gate is 0, and the verdict stays what it is.', () => {
  const report = foldedWith(failing(), aWaiver('GT-RES-PARTYID'));
  expect(report.gate).toEqual({ status: 0, causes: [], causeKinds: [] });
  expect(report.verdict).toBe('non-conformant');
  expect(report.counts.failed).toBe(1);
  expect(resultOf(report, 'GT-RES-PARTYID', gt)).toMatchObject({ outcome: 'failed', waived: [0] });
  expect(resultOf(report, 'GT-SUCCESS', gt).waived).toBeNull();
});

test('A failure beside the waived ones decides the gate, alone.', () => {
  const run = aRunFailing(['GT-RES-PARTYID', gt], ['LU-SUCCESS', lu]);
  expect(foldedWith(run, aWaiver('GT-RES-PARTYID')).gate).toEqual({
    status: 1,
    causes: ['1 MUST requirement is broken: LU-SUCCESS on list-users.'],
    causeKinds: ['must-broken'],
  });
});

test('A warning that is waived does not count where --strict counts warnings.', () => {
  const run = { ...aRunFailing(['ERR-NO-5XX', lu]), waivers: [aWaiver('ERR-NO-5XX', { operation: lu })] };
  expect(aggregated(run, { strict: true }).gate.status).toBe(0);
  expect(aggregated({ ...run, waivers: [] }, { strict: true }).gate.status).toBe(1);
});

const states: readonly {
  what: string;
  state: WaiverState;
  status: 0 | 1;
  run: Run;
  waiver: Waiver;
  cause?: RegExp;
}[] = [
  {
    what: 'of a failure that it expects',
    state: 'active',
    status: 0,
    run: failing(),
    waiver: aWaiver('GT-RES-PARTYID', { operation: gt, pointer: '/partyId' }),
  },
  {
    what: '15 days before its end',
    state: 'active',
    status: 0,
    run: failing(),
    waiver: aWaiver('GT-RES-PARTYID', { expires: '2026-01-17' }),
  },
  {
    what: '14 days before its end',
    state: 'expiring',
    status: 0,
    run: failing(),
    waiver: aWaiver('GT-RES-PARTYID', { expires: '2026-01-16' }),
  },
  {
    what: 'on its last day',
    state: 'expiring',
    status: 0,
    run: failing(),
    waiver: aWaiver('GT-RES-PARTYID', { expires: '2026-01-02' }),
  },
  {
    what: 'on the day after',
    state: 'expired',
    status: 1,
    run: failing(),
    waiver: aWaiver('GT-RES-PARTYID', { expires: '2026-01-01' }),
    cause: /GT-RES-PARTYID \(the ledger team, https:\/\/tracker\.example\/LEDGER-7\) expired on 2026-01-01/,
  },
  {
    what: 'that is expired, though nothing fails any more',
    state: 'expired',
    status: 1,
    run: aGoodRun(),
    waiver: aWaiver('GT-RES-PARTYID', { expires: '2026-01-01' }),
  },
  {
    what: 'of what fails no more',
    state: 'stale',
    status: 1,
    run: aGoodRun(),
    waiver: aWaiver('GT-RES-PARTYID'),
    cause: /GT-RES-PARTYID .* no longer applies, because nothing fails there: remove it\./,
  },
  {
    what: 'of what is only observed',
    state: 'stale',
    status: 1,
    run: aGoodRun(),
    waiver: aWaiver('GT-OPEN-HINT'),
  },
  {
    what: 'of what fails in another way',
    state: 'mismatched',
    status: 1,
    run: failing('another thing'),
    waiver: aWaiver('GT-RES-PARTYID'),
    cause: /expects “the answer is not what it must be”, but something else fails there/,
  },
  {
    what: 'of what fails at another place',
    state: 'mismatched',
    status: 1,
    run: failing(),
    waiver: aWaiver('GT-RES-PARTYID', { pointer: '/publicKeyFingerprint' }),
  },
  {
    what: 'of a requirement that there is not',
    state: 'unknown',
    status: 1,
    run: aGoodRun(),
    waiver: aWaiver('GT-RES-PARTYIDD'),
    cause: /names no requirement that is judged here: correct it, perhaps to GT-RES-PARTYID, or remove it\./,
  },
  {
    what: 'on an operation that the requirement does not speak of',
    state: 'unknown',
    status: 1,
    run: aGoodRun(),
    waiver: aWaiver('GT-RES-PARTYID', { operation: lu }),
    cause: /on list-users .* names no requirement that is judged there: it is judged on generate-topology\./,
  },
];

test.each(states)(
  'A waiver $what is $state, and the gate is $status.',
  ({ run, waiver, state, status, cause }) => {
    const report = foldedWith(run, waiver);
    expect(report.waivers).toEqual([{ ...waiver, state }]);
    expect(report.gate.status).toBe(status);
    if (cause !== undefined) expect(report.gate.causes.join('\n')).toMatch(cause);
  },
);

test('Each finding of a failure must be expected by some waiver.', () => {
  const run = failing('the first thing', 'the second thing');
  const first = aWaiver('GT-RES-PARTYID', { finding: 'the first thing' });
  const second = aWaiver('GT-RES-PARTYID', { finding: 'second thing' });
  const half = foldedWith(run, first);
  expect(half.waivers[0]?.state).toBe('active');
  expect(resultOf(half, 'GT-RES-PARTYID', gt).waived).toBeNull();
  expect(half.gate.status).toBe(1);
  const both = foldedWith(run, first, second);
  expect(resultOf(both, 'GT-RES-PARTYID', gt).waived).toEqual([0, 1]);
  expect(both.gate.status).toBe(0);
});

test('A waiver without an operation counts on each of them.', () => {
  const run = aRunFailing(['ERR-CODE', gt], ['ERR-CODE', lu]);
  const report = foldedWith(run, aWaiver('ERR-CODE'));
  expect(report.gate.status).toBe(0);
  expect(foldedWith(run, aWaiver('ERR-CODE', { operation: lu })).gate.causes).toEqual([
    '1 MUST requirement is broken: ERR-CODE on generate-topology.',
  ]);
});

test('A waiver of what a narrowed run does not exercise is neither stale nor red.', () => {
  const run = withoutCases(withoutCheck(aGoodRun(), 'GT-BODY', gt), 'GT-BODY', gt);
  const narrowed = { ...run, header: aHeader({ only: lu }) };
  const report = foldedWith(narrowed, aWaiver('GT-BODY'), aWaiver('LU-SUCCESS'));
  expect(report.waivers.map(({ state }) => state)).toEqual(['not-exercised', 'stale']);
  expect(foldedWith(narrowed, aWaiver('GT-BODY')).gate.status).toBe(0);
});

test('Nothing is stale in a run that did not end.', () => {
  const report = foldedWith({ ...aGoodRun(), ended: 'interrupted' }, aWaiver('GT-BODY'));
  expect(report.waivers[0]?.state).toBe('not-exercised');
  expect(report.gate.status).toBe(3);
});

/** A part of a run; the failure is in the first. */
function shard(index: number, waivers: readonly Waiver[]): Run {
  const run = failing();
  const mine = (_: unknown, at: number): boolean => at % 2 === index - 1;
  const part = {
    ...run,
    header: { ...run.header, run: { ...run.header.run, shard: `${index}/2` } },
    waivers,
    checks: run.checks.filter(mine),
  };
  return index === 1 ? part : withoutCases(part, 'GT-RES-PARTYID', gt);
}

test('Shards are judged together: in one alone nothing is stale, and all must have the same waivers.', () => {
  const waivers = [aWaiver('GT-RES-PARTYID'), aWaiver('LU-SUCCESS')];
  const [first, second] = [shard(1, waivers), shard(2, waivers)];
  expect(aggregated(second).waivers.map(({ state }) => state)).toEqual(['not-exercised', 'not-exercised']);
  const folders = [writeRun(first), writeRun(withCases(second))];
  const report = aggregateFolders(folders, plainly);
  expect(report.waivers.map(({ state }) => state)).toEqual(['active', 'stale']);
  expect(() => aggregateFolders([writeRun(first), writeRun(shard(2, []))], plainly)).toThrow(
    'different waivers',
  );
});

test('The waivers stand in the journal, and the day is that of the run: the same folder says the same next year.', () => {
  const folder = writeRun({ ...failing(), waivers: [aWaiver('GT-RES-PARTYID', { expires: '2026-01-05' })] });
  const report = aggregateFolders([folder], plainly);
  expect(report.waivers[0]).toMatchObject({ state: 'expiring', owner: 'the ledger team' });
  expect(aggregateJournal(readJournal(folder), plainly).report).toEqual(report);
});

test('Waivers in a journal keep the rules of a waiver file.', () => {
  const endless = aWaiver('GT-RES-PARTYID', { expires: '2036-01-05' });
  expect(() => aggregateFolders([writeRun({ ...failing(), waivers: [endless] })], plainly)).toThrow(
    'The waivers in the journal are invalid.',
  );
});
