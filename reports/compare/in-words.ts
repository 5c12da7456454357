import { groupBy } from '../../journal/group-by.ts';
import { verdictInWords } from '../report/verdict-in-words.ts';
import {
  type ChangeKind,
  type ComparedChange,
  type Comparison,
  levels,
  type PaceChange,
  type RunSummary,
  type Side,
} from './comparison.ts';

/** The heading for a kind of change. */
export const titles: Readonly<Record<ChangeKind, string>> = {
  'newly-failing': 'Newly failing',
  lost: 'Lost: exercised before, but not now',
  'fails-otherwise': 'Failing differently',
  waiver: 'Failing in both, waived in one',
  'newly-passing': 'Newly passing',
  gained: 'Gained: exercised now, but not before',
};

/** The reason for the exit status, as a sentence. */
export function conclusion({ regression, changes, strict }: Comparison): string {
  const count = changes.filter((change) => change.regression).length;
  const counted = strict ? 'MUST or SHOULD' : 'MUST';
  if (regression)
    return `${count} ${count === 1 ? 'regression' : 'regressions'}: ${counted} newly failing or lost.`;
  return `No regression: no ${counted} is newly failing or lost.`;
}

/** A run in a few words: when, what, and the verdict. */
export function runInWords({ suite, profile, target, run, verdict, coverage }: RunSummary): string {
  const what = target.kind === 'reference' ? 'the reference server' : target.baseUrl;
  const said = verdictInWords({ verdict, coverage });
  return `${run.startedAt.slice(0, 19).replace('T', ' ')} ${what}, ${suite.name} ${suite.version}, profile ${profile}, effort ${run.effort}, seed ${run.seed}: ${said}`;
}

/** Both outcomes, such as `passed (44 answers) → failed`. */
function outcomesInWords({ old, new: new_ }: Pick<ComparedChange, 'old' | 'new'>): string {
  return `${sideInWords(old)} → ${sideInWords(new_)}`;
}

function sideInWords(side: Side): string {
  if (side === null) return 'not known';
  const { outcome, answersJudged, waived } = side;
  const judged =
    answersJudged === 0 ? '' : ` (${answersJudged} ${answersJudged === 1 ? 'answer' : 'answers'})`;
  return `${outcome.replace('-', ' ')}${waived ? ', waived' : ''}${judged}`;
}

/** Both medians with their spreads, in milliseconds. */
export function paceInWords({ old, new: new_ }: PaceChange): string {
  const side = ({ median, spread, answers }: PaceChange['old']): string =>
    `${median.toFixed(1)} ms (± ${spread.toFixed(1)}, ${answers} answers)`;
  return `${side(old)} → ${side(new_)}`;
}

/** How many requirements of a group are named. */
const shownNames = 10;

/**
 * Groups changes that differ only in the requirement, because one missing setting can lose many checks. A change with a
 * finding is always a group of its own.
 */
export function grouped(
  changes: readonly ComparedChange[],
): [first: ComparedChange, ...others: ComparedChange[]][] {
  const groups = groupBy(changes, (change) => {
    const { finding, regression, cause, because } = change;
    return JSON.stringify(finding === null ? [regression, cause, because] : change);
  });
  return [...groups.values()];
}

/** The subject of a group: its requirement, or how many and which. */
export function subjectOf(group: readonly [ComparedChange, ...ComparedChange[]]): string {
  const [first, ...others] = group;
  if (others.length === 0)
    return `${first.requirement} on ${first.operation} (${first.level}): ${outcomesInWords(first)}`;
  const names = group
    .slice(0, shownNames)
    .map(({ requirement, operation }) => `${requirement} on ${operation}`);
  const rest = group.length - shownNames;
  return `${countsOf(group)}: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** Such as `12 MUST, 3 SHOULD`. */
function countsOf(group: readonly ComparedChange[]): string {
  return levels
    .map((level) => [level, group.filter((change) => change.level === level).length] as const)
    .filter(([, count]) => count > 0)
    .map(([level, count]) => `${count} ${level}`)
    .join(', ');
}
