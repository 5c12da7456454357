import type { Evidence } from '../../reports/report/aggregation.ts';
import type { Report } from '../../reports/report/report.ts';
import { noSamples } from '../../reports/report/samples.ts';
import { viewOf as aggregatedView, type ReportView } from '../../reports/report/view.ts';

const nothing: Evidence = {
  ids: () => [],
  exchange: () => undefined,
  caseOf: () => undefined,
  samplesOf: noSamples,
};

/** The view of a report; what is not given of its requests and answers is not there. */
export function viewOf(report: Report, evidence: Partial<Evidence> = {}): ReportView {
  return aggregatedView({ report, evidence: { ...nothing, ...evidence } });
}
