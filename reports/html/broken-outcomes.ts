import type { Report, ResultOutcome } from '../report/report.ts';

/** Outcomes that a reader wants to see first. */
export function isBroken(outcome: ResultOutcome): boolean {
  return outcome === 'failed' || outcome === 'warned' || outcome === 'inconclusive';
}

/** The id of the view that a page opens with: the checks if something is broken, or else the document. */
export function firstView({ results }: Report): 'checks' | 'clauses' {
  return results.some(({ outcome }) => isBroken(outcome)) ? 'checks' : 'clauses';
}
