import type { Night } from '../../reports/history/history.ts';
import type { Report, ResultOutcome } from '../../reports/report/report.ts';
import { aggregated } from './aggregated.ts';
import { aGoodRun } from './journal-fixture.ts';

const good = aggregated(aGoodRun());

/** Nights from 2026-03-01 on, one for each outcome of the requirements; all else passed. */
export function nightsWith(outcomes: Readonly<Record<string, readonly ResultOutcome[]>>): Night[] {
  const count = Math.max(...Object.values(outcomes).map(({ length }) => length));
  return Array.from({ length: count }, (_, at) => {
    const name = `2026-03-${String(at + 1).padStart(2, '0')}`;
    const results = good.results.map((result) => ({
      ...result,
      outcome: outcomes[result.requirement]?.[at] ?? result.outcome,
    }));
    const counted = (wanted: ResultOutcome): number =>
      results.filter(({ outcome }) => outcome === wanted).length;
    const report: Report = {
      ...good,
      run: { ...good.run, nonce: `n${at}`, startedAt: `${name}T02:00:00.000Z` },
      results,
      counts: {
        ...good.counts,
        failed: counted('failed'),
        warned: counted('warned'),
        passed: counted('passed'),
      },
    };
    return { name, report, comparison: null };
  });
}

/** One of several nights, counted from 0, on which one requirement had an outcome. */
export function aNight(outcome: ResultOutcome, at: number): Night {
  const night = nightsWith({ 'GT-RES-PARTYID': [...Array(at).fill('passed'), outcome] })[at];
  if (night === undefined) throw new Error('There is no such night.');
  return night;
}
