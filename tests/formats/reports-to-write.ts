import type { Report } from '../../reports/report/report.ts';
import { aggregated } from '../reports/aggregated.ts';
import { hostile } from '../reports/hostile.ts';
import { aGoodRun } from '../reports/journal-fixture.ts';
import { aMixedReport } from '../reports/mixed-report.ts';
import { aWaivedReport } from '../reports/waived-report.ts';

/** What every format is made of in its tests. */
export const reports: readonly { readonly name: string; readonly report: () => Report }[] = [
  { name: 'a report in which everything passed', report: () => aggregated(aGoodRun()) },
  { name: 'a report with every outcome', report: () => aMixedReport() },
  {
    name: 'a report of a run that was cut off',
    report: () => aggregated({ ...aGoodRun(), ended: undefined }),
  },
  { name: 'a report with a waiver in every state', report: aWaivedReport },
  { name: 'a report of a hostile target', report: aHostileReport },
];

export function aHostileReport(): Report {
  const report = aMixedReport(hostile);
  return { ...report, target: { kind: 'target', baseUrl: 'http://127.0.0.1/`--><x>::error::,%0A|@all' } };
}

/** What must stand nowhere, escaped or not: it would act on a terminal or on the log of a CI job. */
export const acting =
  /[\u0000-\u0008\u001b\u007f-\u009f\u202a-\u202e\u2066-\u2069]|##\w*\[|^\s*::(?!error |warning )/m;
