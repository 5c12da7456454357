import { caseIdOf } from '../replay/evidence.ts';
import type { ReportFinding, ReportResult } from '../report/report.ts';
import type { RunCircumstances } from './circumstances.ts';
import { type Blame, pairOf } from './comparison.ts';
import { inWords } from './difference-in-words.ts';
import { checkIdOf } from './survey.ts';

/** Evidence for the suite: another version, edition of the document, or judge of a check that showed the finding. */
export function blameForSuite(
  result: ReportResult,
  other: ReportResult,
  { old, new: new_, differences }: RunCircumstances,
): Blame | undefined {
  const changed = differences.filter(({ cause }) => cause === 'suite');
  const checks = new Set([pairOf(result), ...shownBy(result)]);
  const judges = [...checks].flatMap((check) => {
    const [one, another] = [old.survey?.checks.get(check), new_.survey?.checks.get(check)];
    if (one === undefined || another === undefined) return [];
    return [{ check, old: one.judge, new: another.judge }];
  });
  const differing = judges.filter((each) => each.old !== each.new);
  if (changed.length + differing.length === 0) return undefined;
  const because = [
    ...changed.map(inWords),
    ...differing.map((each) => `The judge of ${each.check} changed: version ${each.old}, then ${each.new}.`),
    ...(result.level === other.level ? [] : ['The level changed.']),
    // Another version of the suite may pass different answers to the same judge.
    ...(judges.length > 0 && differing.length === 0
      ? ['The judges of the checks that show it are the same.']
      : []),
  ];
  return { cause: 'suite', because };
}

/** The checks whose cases showed the findings of a result. */
function shownBy({ findings }: { readonly findings: readonly ReportFinding[] }): string[] {
  const exchanges = findings.flatMap((finding) => finding.exchanges);
  return [...new Set(exchanges.map((id) => checkIdOf(caseIdOf(id))))].filter((check) => check !== '');
}
