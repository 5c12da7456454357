import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { MemoryJournal } from '../../journal/journal.ts';
import { faults } from '../../reference/faults/catalogue.ts';
import type { Report, ReportFinding, ReportResult } from '../../reports/report/report.ts';
import { aHeader, aPreflight } from './journal-fixture.ts';

/** Words that mean something else in every place where words once decided. */
const nonsense =
  'accepted, no answer: the body carries JSON of a media type; 3 of 40; TARGET_TOKEN not selected, the smallest that fails';

const textModules = [
  '../../journal/text/finding-texts.ts',
  '../../journal/text/reason-texts.ts',
  '../../journal/case-text.ts',
];

/** The servers, each with findings of other kinds in other places. */
const faultIds = [
  'generate-topology-accepts-missing-synchronizer',
  'generate-topology-success-has-no-media-type',
  'list-users-admits-alg-none-bearer',
  'list-users-user-id-is-a-number',
];

/** Everything that a run decides or chooses, without its words. */
interface Decided {
  readonly report: Report;
  readonly caseNames: ReadonlySet<string>;
  readonly outcomes: unknown;
  readonly findings: unknown;
  readonly marks: unknown;
  readonly remedies: unknown;
  readonly digests: unknown;
}

/** Loads the suite anew, with its words or with nonsense, and runs it against each server. */
async function decidedBy(words: 'own' | 'nonsense') {
  vi.resetModules();
  for (const path of textModules) {
    vi.doUnmock(path);
    if (words === 'nonsense') vi.doMock(path, async (original) => inNonsense(await original()));
  }
  const { conductInProcess } = await import('../specs/in-process.ts');
  const { allChecks } = await import('../../specs/all.ts');
  const runs: Decided[] = [];
  const chosen = faults.filter(({ id }) => faultIds.includes(id));
  const settings = { CONFORMANCE_EFFORT: 'quick', CONFORMANCE_CONCURRENCY: '1' };
  const checks = allChecks.filter(
    ({ requirement }, index) =>
      index % 3 === 0 || chosen.some((fault) => fault.requirements.includes(requirement)),
  );
  for (const options of [{}, ...chosen.map((fault) => ({ fault }))]) {
    const { journal } = await conductInProcess(options, settings, checks);
    runs.push(await decided(journal));
  }
  const { compareRuns } = await import('../../reports/compare/compare-runs.ts');
  const [good, ...faulty] = runs.map(({ report }) => ({ report }));
  if (good === undefined) throw new Error('There is no run without a fault.');
  const blames = faulty.map((run) =>
    compareRuns(good, run).changes.map((change) => {
      const { kind, requirement, operation, cause, regression } = change;
      return [kind, requirement, operation, cause, regression];
    }),
  );
  return { runs, blames };
}

function inNonsense(module: unknown): object {
  return Object.fromEntries(
    Object.entries(module as object).map(([name, exported]) => [
      name,
      typeof exported === 'function' ? () => nonsense : tableInNonsense(exported as object),
    ]),
  );
}

function tableInNonsense(table: object): object {
  return Object.fromEntries(
    Object.entries(table).map(([kind, text]) => [
      kind,
      typeof text === 'function' ? () => nonsense : { ...text, message: () => nonsense },
    ]),
  );
}

async function decided(journal: MemoryJournal): Promise<Decided> {
  const { aggregateJournal } = await import('../../reports/report/aggregation.ts');
  const { marksOf } = await import('../../reports/html/shown-exchange.ts');
  const { remedyFor } = await import('../../reports/report/reasons.ts');
  const { judgementDigest } = await import('../../journal/judgement.ts');
  const cases = journal.lines.filter((line) => line.type === 'case');
  const judgements = journal.lines.filter((line) => line.type === 'judgement');
  const { report } = aggregateJournal(
    {
      header: aHeader(),
      preflight: aPreflight(),
      footer: {
        type: 'footer',
        finishedAt: '2026-01-02T03:05:00.000Z',
        ended: 'complete',
        exchanges: { count: journal.exchanges.size, sha256: '' },
      },
      problems: [],
      cases,
      judgements: new Map(judgements.map((line) => [line.case, line])),
      checks: journal.lines.filter((line) => line.type === 'check'),
      exchanges: journal.exchanges,
    },
    { strict: false, requireAll: false },
  );
  const marksIn = (_result: ReportResult, finding: ReportFinding): unknown => {
    const exchange = journal.exchanges.get(finding.exchanges[0] ?? '');
    if (exchange === undefined) return 'none';
    const record = cases.find(({ id }) => exchange.id.startsWith(`${id}#`));
    const marks = marksOf(exchange, [{ finding }], record?.credential ?? 'valid');
    const keys = [marks.request, marks.requestHeaders, marks.answer, marks.answerHeaders].map((each) => [
      ...each.keys(),
    ]);
    return [...keys, marks.status !== undefined];
  };
  return {
    report,
    caseNames: new Set(cases.map(({ name }) => name)),
    outcomes: report.results.map(({ requirement, operation, outcome, reasonKind, answersJudged }) => [
      requirement,
      operation,
      outcome,
      reasonKind,
      answersJudged,
    ]),
    findings: report.results.map(({ findings }) =>
      findings.map(({ kind, place, header, pointer, shrunk, rate, exchanges }) => [
        kind,
        place,
        header,
        pointer,
        shrunk,
        rate,
        exchanges,
      ]),
    ),
    marks: report.results.map((result) => result.findings.map((finding) => marksIn(result, finding))),
    remedies: report.results.map(({ reasonKind }) => remedyFor(reasonKind, report)),
    digests: judgements.map((line) => [line.case, judgementDigest(line)]).sort(),
  };
}

describe('with every text of cases, findings and reasons replaced by nonsense', () => {
  let own: Awaited<ReturnType<typeof decidedBy>>;
  let other: Awaited<ReturnType<typeof decidedBy>>;
  beforeAll(async () => {
    own = await decidedBy('own');
    other = await decidedBy('nonsense');
  }, 600_000);

  test('the texts are nonsense, and the suite has its own otherwise.', () => {
    const messages = (runs: readonly Decided[]): string[] =>
      runs.flatMap(({ report }) =>
        report.results.flatMap(({ findings }) => findings.map((each) => each.message)),
      );
    expect(messages(own.runs).length).toBeGreaterThan(5);
    expect(messages(own.runs)).not.toContain(nonsense);
    expect(new Set(messages(other.runs))).toEqual(new Set([nonsense]));
    for (const { caseNames } of own.runs) expect(caseNames.size).toBeGreaterThan(100);
    for (const { caseNames } of other.runs) expect(caseNames).toEqual(new Set([nonsense]));
  });

  test('the runs with faults are condemned, and the one without is not.', () => {
    const [good, ...faulty] = own.runs.map(({ report }) => report.verdict);
    expect(good).toBe('conformant');
    expect(faulty).toHaveLength(faultIds.length);
    expect(new Set(faulty)).toEqual(new Set(['non-conformant']));
  });

  test('verdicts, counts, coverage and the gate are the same.', () => {
    const summary = ({ report }: Decided): unknown => {
      const { verdict, coverage, gate } = report;
      const { exchanges: _exchanges, cases: _cases, ...counts } = report.counts;
      return { verdict, coverage, status: gate.status, causeKinds: gate.causeKinds, counts };
    };
    expect(other.runs.map(summary)).toEqual(own.runs.map(summary));
  });

  test.each(['outcomes', 'findings', 'marks', 'remedies', 'digests'] as const)('%s are the same.', (part) => {
    expect(other.runs.map((run) => run[part])).toEqual(own.runs.map((run) => run[part]));
  });

  test('the causes that a comparison names are the same.', () => {
    expect(own.blames.flat().length).toBeGreaterThan(2);
    expect(other.blames).toEqual(own.blames);
  });
});
