import { expect, test } from 'vitest';
import { refusedBodies } from '../../cli/run/end-run.ts';
import type { ReportView } from '../../reports/report/view.ts';
import { aggregated } from '../reports/aggregated.ts';
import { aGoodRun } from '../reports/journal-fixture.ts';
import { viewOf } from '../reports/view.ts';

/** A report in which some of the valid submissions were rejected with 400, of all that were judged. */
function withRejected(affected: number, answersJudged: number): ReportView {
  const report = aggregated(aGoodRun());
  const results = report.results.map((each) =>
    each.requirement === 'EX-SUCCESS'
      ? {
          ...each,
          outcome: 'failed' as const,
          answersJudged,
          findings: [{ affected, actual: '', exchanges: ['x#1'] }] as never,
        }
      : each,
  );
  const view = viewOf({ ...report, target: { ...report.target, kind: 'target' }, results });
  return { ...view, evidence: { ...view.evidence, exchange: () => ({ answer: { status: 400 } }) as never } };
}

test('Execute bodies are only suspected where no valid submission was accepted.', () => {
  expect(refusedBodies(withRejected(3, 3))).toEqual([
    expect.stringContaining('rejected every valid submission of TARGET_EXECUTE_REQUEST with 400'),
  ]);
  expect(refusedBodies(withRejected(3, 40))).toEqual([]);
});
