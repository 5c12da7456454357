import { createHash } from 'node:crypto';
import type { CTRFReport, Test, TestStatus } from 'ctrf';
import type { ReportWaiver, ResultOutcome } from '../report/report.ts';
import { findingsText, type ReportView, type ShownResult, type ShownWaiver } from '../report/view.ts';
import { clauseLine, documentPath } from './clause-line.ts';
import { plainLine } from './plain-text.ts';

/** The namespace of this suite's ids. It never changes, so a test keeps its id between runs. */
const namespace = '6b1f9f0e-4c0c-5d0f-9a53-5a2f4d1c7e61';

/** Outcomes other than passed and failed keep their name in `rawStatus`. */
const statuses: Readonly<Record<ResultOutcome, TestStatus>> = {
  passed: 'passed',
  failed: 'failed',
  warned: 'passed',
  inconclusive: 'other',
  inapplicable: 'skipped',
  'not-exercised': 'pending',
  observed: 'other',
};

/**
 * A report in the Common Test Report Format (ctrf.io), with a test for each result. The duration of a test is that of its
 * own exchanges, in whole milliseconds.
 */
export function ctrf(view: ReportView): string {
  const { suite, run, target, profile, verdict, coverage, gate, document } = view;
  const tests = [...view.results.map(test), ...view.waivers.flatMap(waiverTest), ...runTest(view)];
  const count = (status: TestStatus): number => tests.filter((each) => each.status === status).length;
  const start = Date.parse(run.startedAt);
  const duration = view.ms ?? 0;
  const whole: CTRFReport = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    reportId: uuid5(namespace, JSON.stringify([run, target, profile])),
    timestamp: run.finishedAt ?? run.startedAt,
    generatedBy: `${suite.name} ${suite.version}`,
    results: {
      tool: { name: suite.name, version: suite.version },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: count('pending'),
        other: count('other'),
        suites: new Set(tests.map((each) => each.suite?.[0])).size,
        start,
        stop: start + duration,
        duration,
        extra: { verdict, verdictInWords: view.words, coverage, gate, waivers: view.waivers.map(asGiven) },
      },
      tests,
      environment: {
        testEnvironment: target.kind === 'reference' ? 'reference server' : plainLine(target.baseUrl),
        extra: { profile, seed: run.seed, nonce: run.nonce, effort: run.effort, document: document.sha256 },
      },
    },
  };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

function test(result: ShownResult): Test {
  const { requirement: id, operation, level, outcome, reason, answersJudged, findings, clause } = result;
  const { section, statement, quote } = clause;
  const waived = outcome === 'failed' ? result.excuse : undefined;
  const message = waived ?? reason ?? findings[0]?.message;
  return {
    id: uuid5(namespace, `${id}@${operation}`),
    name: `${id} on ${operation}`,
    status: waived === undefined ? statuses[outcome] : 'other',
    duration: Math.round(result.ms ?? 0),
    suite: [operation, section],
    type: 'conformance',
    rawStatus: waived === undefined ? outcome : 'waived',
    filePath: documentPath,
    line: clauseLine(id),
    message: message === undefined ? undefined : plainLine(message, 1_000),
    trace: findings.length === 0 ? undefined : findingsText(findings, 20),
    tags: [level, operation],
    labels: { requirement: id, operation, level },
    extra: { statement, quote, answersJudged },
  };
}

/** A waiver as report.json has it. */
function asGiven({ isRed: _isRed, said: _said, ...waiver }: ShownWaiver): ReportWaiver {
  return waiver;
}

/** A failed test besides those of results. */
function failedTest(id: string, of: Pick<Test, 'name' | 'suite' | 'type' | 'rawStatus' | 'message'>): Test {
  const { name, ...more } = of;
  return { id: uuid5(namespace, id), name, status: 'failed', duration: 0, ...more };
}

/** What no other test shows as a failure, such as a target that could not be reached. */
function runTest({ besideResults, gate }: ReportView): Test[] {
  if (besideResults.length === 0) return [];
  const message = plainLine(besideResults.join(' '), 2_000);
  const rawStatus = `exit status ${gate.status}`;
  return [failedTest('run', { name: 'run', suite: ['run'], type: 'run', rawStatus, message })];
}

/** A waiver that fails the gate is a failed test, or readers of the file would not see it. */
function waiverTest(waiver: ShownWaiver, index: number): Test[] {
  const { requirement, operation, finding, state, isRed, said = state } = waiver;
  if (!isRed) return [];
  return [
    failedTest(JSON.stringify([requirement, operation, finding, index]), {
      name: `waiver ${index + 1}: ${requirement}`,
      suite: ['waivers'],
      type: 'waiver',
      rawStatus: state,
      message: plainLine(said, 1_000),
    }),
  ];
}

/** A UUID derived from a namespace and a name (RFC 9562 §5.5). */
export function uuid5(namespace: string, name: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
    .subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
