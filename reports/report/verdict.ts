import type { Report, ReportResult, Verdict } from './report.ts';

/** The verdict from the MUST results; a run that did not end can only find breaches. */
export function verdictOf(results: readonly ReportResult[], incomplete: boolean): Verdict {
  const must = results.filter(({ level }) => level === 'MUST').map(({ outcome }) => outcome);
  if (must.includes('failed')) return 'non-conformant';
  return incomplete || must.includes('inconclusive') || !must.includes('passed')
    ? 'inconclusive'
    : 'conformant';
}

/** Counts pairs of MUST requirement and operation. A run narrowed by a selection is never complete. */
export function coverageOf(results: readonly ReportResult[], only: string | null): Report['coverage'] {
  const must = results.filter(({ level }) => level === 'MUST');
  const exercised = must.filter(({ outcome }) => outcome === 'passed' || outcome === 'failed').length;
  return {
    state: only === null && exercised === must.length ? 'complete' : 'partial',
    must: { total: must.length, exercised },
  };
}
