import type { ReportResult } from '../report/report.ts';
import type { Blame, Cause, Difference } from './comparison.ts';
import { inWords } from './difference-in-words.ts';

/** Whether a run shows anything of a requirement. */
export function isExercised({ outcome }: Pick<ReportResult, 'outcome'>): boolean {
  return outcome === 'passed' || outcome === 'failed' || outcome === 'warned' || outcome === 'observed';
}

/** Reasons why nothing is shown, and what each speaks for. */
const reasons: readonly (readonly [form: RegExp, cause: Cause])[] = [
  [/^not selected/, 'scope'],
  [/^the run ended before it/, 'scope'],
  [/TARGET_|CONFORMANCE_|users, and pages need/, 'scope'],
  [/^no fresh execute body/, 'scope'],
  [/^the suite failed here/, 'suite'],
  [/^The token is refused/, 'scope'],
  [/^no valid control/, 'target'],
  [/settled answer|again and again|429, 502, 503 or 504|stopped answering|No answer/, 'flakiness'],
];

/** Differences that can keep a requirement from being exercised. */
const narrowing = new Set(['selection', 'shard', 'effort', 'profile']);

/** The likely cause of a requirement that one run did not exercise; `result` is that run's. */
export function blameForUnexercised(
  { outcome, reason }: ReportResult,
  differences: readonly Difference[],
): Blame {
  const said = reason ?? 'no reason given';
  const found = differences.filter(({ name }) => narrowing.has(name));
  const known = reasons.find(([form]) => form.test(said))?.[1];
  const otherwise: Cause = found.length > 0 ? 'scope' : outcome === 'inconclusive' ? 'flakiness' : 'target';
  const cause = known ?? otherwise;
  return {
    cause,
    because: [
      `It is ${outcome.replace('-', ' ')}: ${said.replace(/\.$/, '')}.`,
      ...(cause === 'scope' ? found.map(inWords) : []),
    ],
  };
}
