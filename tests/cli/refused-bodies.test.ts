import { expect, test } from 'vitest';
import { refusedBodies } from '../../cli/run/end-run.ts';
import type { Report } from '../../reports/report/report.ts';
import { aggregated } from '../reports/aggregated.ts';
import { aGoodRun } from '../reports/journal-fixture.ts';

/** A report in which some of the valid submissions were rejected, of all that were judged. */
function withRejected(affected: number, answersJudged: number): Report {
  const report = aggregated(aGoodRun());
  const results = report.results.map((each) =>
    each.requirement === 'EX-SUCCESS'
      ? {
          ...each,
          outcome: 'failed' as const,
          answersJudged,
          findings: [{ affected, exchanges: ['x#1'] }] as never,
        }
      : each,
  );
  return { ...report, target: { ...report.target, kind: 'target' }, results };
}

const evidence = { exchange: () => ({ answer: { status: 400 } }) as never };

test('Execute bodies are only suspected where no valid submission was accepted.', () => {
  expect(refusedBodies(withRejected(3, 3), evidence)).toEqual([
    expect.stringContaining('rejected every valid submission of TARGET_EXECUTE_REQUEST with 400'),
  ]);
  expect(refusedBodies(withRejected(3, 40), evidence)).toEqual([]);
});
