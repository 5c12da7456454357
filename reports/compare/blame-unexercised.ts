import type { ReasonKind } from '../../journal/reason.ts';
import type { ReportResult } from '../report/report.ts';
import type { Blame, Cause, Difference } from './comparison.ts';
import { inWords } from './difference-in-words.ts';

/** Whether a run exercised a requirement. */
export function isExercised({ outcome }: Pick<ReportResult, 'outcome'>): boolean {
  return outcome === 'passed' || outcome === 'failed' || outcome === 'warned' || outcome === 'observed';
}

/** The likely cause for each reason of not being exercised. */
const causes: Partial<Readonly<Record<ReasonKind, Cause>>> = {
  'not-selected': 'scope',
  'run-ended': 'scope',
  'control-not-reached': 'scope',
  'missing-setting': 'scope',
  'too-few-users': 'scope',
  'token-not-jwt': 'scope',
  'bodies-used-up': 'scope',
  'no-fresh-body': 'scope',
  'token-rejected': 'scope',
  'suite-failed': 'suite',
  'no-valid-control': 'target',
  'requests-unanswered': 'flakiness',
  'operation-unanswered': 'flakiness',
  'target-unanswered': 'flakiness',
  'target-gone': 'flakiness',
  'target-silent': 'flakiness',
  'operation-busy': 'flakiness',
  'preflight-silent': 'flakiness',
  'preflight-busy': 'flakiness',
  'stopped-answering': 'flakiness',
};

function causeOf(kind: string | undefined): Cause | undefined {
  return Object.hasOwn(causes, kind ?? '') ? causes[kind as ReasonKind] : undefined;
}

/** Differences that can keep a requirement from being exercised. */
const narrowing = new Set(['selection', 'shard', 'effort', 'profile']);

/** The likely cause of a requirement that one run did not exercise; `result` belongs to that run. */
export function blameForUnexercised(
  { outcome, reason, reasonKind }: ReportResult,
  differences: readonly Difference[],
): Blame {
  const said = reason ?? 'no reason given';
  const found = differences.filter(({ name }) => narrowing.has(name));
  const otherwise: Cause = found.length > 0 ? 'scope' : outcome === 'inconclusive' ? 'flakiness' : 'target';
  const cause = causeOf(reasonKind) ?? otherwise;
  return {
    cause,
    because: [
      `It is ${outcome.replace('-', ' ')}: ${said.replace(/\.$/, '')}.`,
      ...(cause === 'scope' ? found.map(inWords) : []),
    ],
  };
}
