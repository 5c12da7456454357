import { groupBy } from '../../journal/group-by.ts';
import { counted, firstNames, plainLine } from '../formats/plain-text.ts';
import type { ReportFinding } from '../report/report.ts';
import { verdictText } from '../report/verdict.ts';
import {
  type Blame,
  type ChangeKind,
  type ComparedChange,
  type Comparison,
  changeKinds,
  type Difference,
  type Drift,
  levels,
  type PaceChange,
  type RunSummary,
  type Side,
} from './comparison.ts';

export interface ComparedSection {
  readonly title: string;
  readonly count: number;
  /** What the numbers of the entries are, if not of the section. */
  readonly unit?: string;
  readonly entries: readonly ComparedEntry[];
}

/** One or several changes with the same cause. */
export interface ComparedEntry extends Blame {
  readonly subject: string;
  readonly regression?: boolean;
  readonly sides?: readonly [old: Side, new: Side];
  readonly finding?: ReportFinding | null;
  readonly drift?: Drift;
  /** Both medians with their spreads. */
  readonly pace?: string;
}

/** A comparison as people are shown it; formats lay it out, each to its own length. */
export function comparisonView(comparison: Comparison) {
  const { old, new: new_, differences, changes, observations, timing } = comparison;
  const drifts = observations.map((drift) => {
    const { id, operation, cause, because } = drift;
    return { subject: `${id} on ${operation}`, drift, cause, because };
  });
  const paces = (timing ?? []).map((change) => {
    const { operation, cause, because } = change;
    return { subject: operation, pace: paceText(change), cause, because };
  });
  const sections: ComparedSection[] = [
    ...changeKinds.map((kind) => {
      const own = changes.filter((change) => change.kind === kind);
      return { title: words[kind][0], count: own.length, entries: grouped(own) };
    }),
    {
      title: 'Different observations of behaviour the document leaves open',
      count: drifts.length,
      entries: drifts,
    },
    { title: 'Response times changed beyond noise', count: paces.length, unit: 'medians', entries: paces },
  ];
  return {
    /** The reason for the exit status, as a sentence. */
    conclusion: conclusion(comparison),
    old: runText(old),
    new: runText(new_),
    differences: differences.map((each) => ({ ...each, said: differenceText(each) })),
    /** What changed, the worst first; none of them is empty. */
    sections: sections.filter(({ count }) => count > 0),
    /** Why durations are not compared, if they are not. */
    untimed:
      timing === null ? 'Timing is not compared: one of the runs has no recorded exchanges.' : undefined,
  };
}

/** What a kind of change is in a heading, and in a summary. */
const words: Readonly<Record<ChangeKind, readonly [heading: string, brief: string]>> = {
  'newly-failing': ['Newly failing', 'new'],
  lost: ['Lost: exercised before, but not now', 'lost'],
  'fails-otherwise': ['Failing differently', 'failing differently'],
  waiver: ['Failing in both, waived in one', 'waived in one'],
  'newly-passing': ['Newly passing', 'fixed'],
  gained: ['Gained: exercised now, but not before', 'gained'],
};

function conclusion({ regression, changes, strict }: Comparison): string {
  const count = changes.filter((change) => change.regression).length;
  const levels = strict ? 'MUST or SHOULD' : 'MUST';
  if (regression) return `${counted(count, 'regression')}: ${levels} newly failing or lost.`;
  return `No regression: no ${levels} is newly failing or lost.`;
}

/** Such as `2 new, 1 fixed · https://ledger.example · 26 Nov`: what changed, where and when, in UTC. */
export function changeSummary(
  changes: readonly ComparedChange[],
  { target, run }: Pick<RunSummary, 'target' | 'run'>,
): string {
  const counts = changeKinds
    .map((kind) => [changes.filter((change) => change.kind === kind).length, words[kind][1]] as const)
    .filter(([count]) => count > 0);
  const what = counts.length === 0 ? 'nothing changed' : counts.map((each) => each.join(' ')).join(', ');
  const day = new Date(run.startedAt).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return plainLine(`${what} · ${targetText(target)} · ${day}`, 200);
}

/** What a run tested. */
export function targetText({ kind, baseUrl }: RunSummary['target']): string {
  return kind === 'reference' ? 'the reference server' : baseUrl;
}

/** A run in a few words: when, what, and the verdict. */
function runText({ suite, profile, target, run, verdict, coverage }: RunSummary): string {
  const said = verdictText({ verdict, coverage });
  return `${run.startedAt.slice(0, 19).replace('T', ' ')} ${targetText(target)}, ${suite.name} ${suite.version}, profile ${profile}, effort ${run.effort}, seed ${run.seed}: ${said}`;
}

function sideText(side: Side): string {
  if (side === null) return 'not known';
  const { outcome, answersJudged, waived } = side;
  const judged = answersJudged === 0 ? '' : ` (${counted(answersJudged, 'response')})`;
  return `${outcome.replace('-', ' ')}${waived ? ', waived' : ''}${judged}`;
}

/** Both medians with their spreads, in milliseconds. */
function paceText({ old, new: new_ }: PaceChange): string {
  const side = ({ median, spread, answers }: PaceChange['old']): string =>
    `${median.toFixed(1)} ms (± ${spread.toFixed(1)}, ${answers} responses)`;
  return `${side(old)} → ${side(new_)}`;
}

/** How many requirements of a group are named. */
const shownNames = 10;

/**
 * Groups changes that differ only in the requirement, because one missing setting can lose many checks. A change with a
 * finding is always a group of its own.
 */
function grouped(changes: readonly ComparedChange[]): ComparedEntry[] {
  const groups = groupBy(changes, ({ finding, regression, cause, because, ...own }) =>
    JSON.stringify([regression, cause, because, ...(finding === null ? [] : [finding, own])]),
  );
  return [...groups.values()].map((group) => {
    const [{ finding, regression, cause, because, old, new: new_ }] = group;
    return { subject: subjectOf(group), finding, regression, cause, because, sides: [old, new_] };
  });
}

/** The subject of a group: its requirement, or how many and which. */
function subjectOf(group: readonly [ComparedChange, ...ComparedChange[]]): string {
  const [first, ...others] = group;
  if (others.length === 0)
    return `${first.requirement} on ${first.operation} (${first.level}): ${sideText(first.old)} → ${sideText(first.new)}`;
  // Such as `12 MUST, 3 SHOULD`.
  const counts = levels
    .map((level) => [group.filter((change) => change.level === level).length, level] as const)
    .filter(([count]) => count > 0);
  const names = group.map(({ requirement, operation }) => `${requirement} on ${operation}`);
  return `${counts.map((each) => each.join(' ')).join(', ')}: ${firstNames(names, shownNames)}`;
}

/** Names of differences in more than one thing. */
const plurals: readonly string[] = ['waivers', 'participants', 'execute bodies', 'page parameters', 'users'];

/** A difference as a sentence. */
export function differenceText({ name, old, new: new_ }: Difference): string {
  return `The ${name} ${plurals.includes(name) ? 'differ' : 'differs'}: ${old}, then ${new_}.`;
}
