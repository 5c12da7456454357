import { counted, quoted } from '../formats/plain-text.ts';
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

/** The verdict as it may be quoted, always with partial coverage. */
export function verdictText(report: Parameters<typeof verdictParts>[0]): string {
  const { words, share } = verdictParts(report);
  return `${words} (${share})`;
}

/** The verdict, told apart by coverage where it is good: 'partial' is conformant as far as exercised. */
export function standingOf({ verdict, coverage }: Pick<Report, 'verdict' | 'coverage'>) {
  return verdict === 'conformant' && coverage.state === 'partial' ? 'partial' : verdict;
}

const verdictWords = {
  conformant: 'conformant',
  partial: 'conformant as far as exercised',
  'non-conformant': 'non-conformant',
  inconclusive: 'no verdict: inconclusive',
} as const;

/** The same in two parts: the verdict, and the MUST requirements that support it. */
export function verdictParts(report: Pick<Report, 'verdict' | 'coverage'>) {
  const { total, exercised } = report.coverage.must;
  const share = `${exercised} of ${total} MUST${report.verdict === 'conformant' ? '' : ' exercised'}`;
  return { words: verdictWords[standingOf(report)], share };
}

/** Each SHOULD that a target breaks, with the message of its first finding: the verdict does not tell. */
export function warningsOf({ results }: Pick<Report, 'results'>) {
  return results.flatMap(({ requirement, operation, outcome, findings: [first] }) =>
    outcome === 'warned' ? [{ requirement, operation, message: first?.message ?? '' }] : [],
  );
}

/** How many warnings there are, behind a verdict; empty without any. */
export function withWarnings(report: Pick<Report, 'results'>): string {
  const { length } = warningsOf(report);
  return length === 0 ? '' : `, ${counted(length, 'warning')}`;
}

/** As whom the requests of a run were sent, for people who ask whether the target could recognize them. */
export function disguiseText({ disguise, undisguised, userAgent, spread }: Report['run']): string {
  const fixed = [
    ...(userAgent === undefined ? [] : [`User-Agent fixed to ${quoted(userAgent)}`]),
    ...(spread === undefined ? [] : [`spread over ${spread}`]),
  ];
  if (disguise === true) return ['disguised as ordinary clients', ...fixed].join(', ');
  return [
    'not disguised',
    ...(undisguised === undefined ? [] : [`reason given: ${quoted(undisguised, 300)}`]),
    ...fixed,
  ].join(', ');
}
