import { checkId } from '../../engine/check.ts';
import { compareIds } from '../../journal/compare-ids.ts';
import { groupBy } from '../../journal/group-by.ts';
import type { TargetFacts } from '../../journal/target-facts.ts';
import { definitionOf } from '../../operations/operations.ts';
import { operationStems } from '../../schemas/openapi.ts';
import { apiKeyText } from '../../wire/credential.ts';
import { type Answers, middleOf, quantileOf } from '../report/durations.ts';
import type { Report } from '../report/report.ts';
import { blameForSending, isExercised, type RunCircumstances } from './blame.ts';
import { changesBetween } from './changes.ts';
import {
  type ComparedPace,
  type ComparedRun,
  type Comparison,
  comparisonSchemaVersion,
  type Difference,
  type Drift,
  type PaceChange,
  type RunSummary,
} from './comparison.ts';
import { changeSummary, targetText } from './comparison-view.ts';

/**
 * What changed between two runs, and the most likely cause.
 * @param strict whether a broken or lost SHOULD is a regression too
 */
export function compareRuns(old: ComparedRun, new_: ComparedRun, strict = false): Comparison {
  const circumstances: RunCircumstances = { old, new: new_, differences: differencesOf(old, new_) };
  const changes = changesBetween(circumstances, strict);
  const summary = summaryOf(new_.report);
  return {
    schemaVersion: comparisonSchemaVersion,
    old: summaryOf(old.report),
    new: summary,
    strict,
    regression: changes.some(({ regression }) => regression),
    summary: changeSummary(changes, summary),
    differences: circumstances.differences,
    changes,
    observations: driftBetween(circumstances),
    timing: timingBetween(circumstances),
  };
}

function summaryOf({ suite, document, profile, target, run, verdict, coverage }: Report): RunSummary {
  return { suite, document, profile, target, run, verdict, coverage };
}

/** Never a regression by itself, because the network takes time too. */
function timingBetween({ old, new: new_, differences }: RunCircumstances): PaceChange[] | null {
  if (old.times === undefined || new_.times === undefined) return null;
  const [was, is] = [old.times.answers, new_.times.answers];
  return operationStems.flatMap((operation) => {
    const [one, other] = [was[operation], is[operation]];
    if (one === undefined || other === undefined) return [];
    const [before, after] = [paceOf(one), paceOf(other)];
    if (!differs(before, after)) return [];
    const { cause, because } = blameForSending(differences, definitionOf(operation).paceDependsOn);
    const way = 'The machine that ran the suite or the network may also be the cause.';
    return [{ operation, old: before, new: after, cause, because: [...because, way] }];
  });
}

/** The median duration of complete answers, and its spread. */
export function paceOf({ byPace }: Pick<Answers, 'byPace'>): ComparedPace {
  const count = Object.values(byPace).reduce((sum, weight) => sum + weight, 0);
  const weighted = Object.entries(byPace).map(
    ([paceClass, weight]) => [middleOf(Number(paceClass)), weight] as const,
  );
  const median = quantileOf(weighted, 0.5);
  const deviations = weighted.map(([ms, weight]) => [Math.abs(ms - median), weight] as const);
  const spread = quantileOf(deviations, 0.5);
  return { answers: count, median: rounded(median), spread: rounded(spread) };
}

function rounded(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}

/** A difference must exceed this to be more than noise. */
const noise = { answers: 20, errors: 3, share: 0.2, ms: 2 } as const;

/**
 * The standard error of a median, from the median absolute deviation (MAD). For normally distributed durations, 1.4826
 * converts a MAD into a standard deviation, and 1.2533 (√(π/2)) the error of a mean into that of a median.
 */
function medianError({ answers, spread }: ComparedPace): number {
  return (1.2533 * 1.4826 * spread) / Math.sqrt(answers);
}

/**
 * Whether medians differ beyond noise: with twenty or more answers on both sides, by more than three times the larger
 * standard error, the larger spread, a fifth of the smaller median, and two milliseconds. The spread counts because
 * answers of one run share its load: thousands of answers make the error small, but say nothing about the load of the
 * next run.
 */
export function differs(one: ComparedPace, other: ComparedPace): boolean {
  const by = Math.abs(one.median - other.median);
  return (
    Math.min(one.answers, other.answers) >= noise.answers &&
    by > noise.errors * Math.max(medianError(one), medianError(other)) &&
    by > Math.max(one.spread, other.spread) &&
    by > noise.share * Math.min(one.median, other.median) &&
    by > noise.ms
  );
}

/** Values that only one of two runs observed, for requirements that both exercised. */
function driftBetween({ old, new: new_, differences }: RunCircumstances): Drift[] {
  const [before, after] = [observedIn(old), observedIn(new_)];
  const results = [...old.report.results, ...new_.report.results];
  const unseen = new Set(results.filter((result) => !isExercised(result)).map(checkId));
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => !unseen.has(key))
    .sort(compareIds)
    .flatMap((key) => {
      const [was, is] = [before.get(key) ?? [], after.get(key) ?? []];
      const [one] = [...was, ...is];
      const without = (others: Report['observations']) => (value: string) =>
        others.every((other) => other.value !== value);
      const gone = was.map(({ value }) => value).filter(without(is));
      const came = is.map(({ value }) => value).filter(without(was));
      if (one === undefined || gone.length + came.length === 0) return [];
      return [{ id: one.id, operation: one.operation, gone, came, ...blameForSending(differences) }];
    });
}

function observedIn({ report }: ComparedRun) {
  return groupBy(report.observations, ({ id, operation }) => checkId({ requirement: id, operation }));
}

/** What a run was made with, for each name: as a text, or undefined where its journal would say it and is not there. */
type Row = readonly [
  name: string,
  cause: Difference['cause'],
  textOf: (run: ComparedRun) => string | undefined,
];

const ofFacts =
  (textOf: (facts: TargetFacts) => unknown): Row[2] =>
  ({ journal }) =>
    journal?.facts === undefined ? undefined : String(textOf(journal.facts) ?? 'none');

/** Configuration counts as scope; what preflight found counts as the target. */
const rows: readonly Row[] = [
  ['suite', 'suite', ({ report: { suite } }) => `${suite.name} ${suite.version}`],
  ['document', 'suite', ({ report }) => report.document.sha256],
  ['target', 'target', ({ report: { target } }) => targetText(target)],
  ['profile', 'scope', ({ report }) => report.profile],
  ['effort', 'scope', ({ report }) => report.run.effort],
  ['seed', 'scope', ({ report }) => report.run.seed],
  ['shard', 'scope', ({ report }) => report.run.shard ?? 'none'],
  ['waivers', 'scope', ({ report }) => waiversText(report)],
  ['selection', 'scope', ({ journal }) => journal && (journal.only ?? 'everything')],
  ['synchronizer', 'scope', ofFacts((facts) => facts.synchronizer)],
  ['synchronizer alias', 'scope', ofFacts((facts) => facts.synchronizerAlias)],
  ['participants', 'scope', ofFacts((facts) => facts.participantUids.length)],
  ['execute bodies', 'scope', ofFacts((facts) => facts.executeBodies)],
  ['user', 'scope', ofFacts((facts) => facts.userId)],
  ['expired token', 'scope', ofFacts(({ canExpire }) => (canExpire ? 'can be made' : 'cannot be made'))],
  ['page parameters', 'scope', ofFacts((facts) => `${facts.pageSizeParameter}, ${facts.pageTokenParameter}`)],
  ['users', 'scope', ofFacts((facts) => facts.users ?? 'cannot be listed')],
  ['effect of the page size', 'target', ofFacts((facts) => facts.pageSizeWorks ?? 'cannot be seen')],
  ['form of the API key', 'target', ofFacts(({ apiKeyForm: form }) => form && apiKeyText(form))],
  ['bearer token', 'target', ofFacts((facts) => (facts.bearerWorks ? 'accepted' : 'rejected'))],
];

/** Every known difference between two runs other than their results. */
function differencesOf(old: ComparedRun, new_: ComparedRun): Difference[] {
  return rows.flatMap(([name, cause, textOf]) => {
    const [one, other] = [textOf(old), textOf(new_)];
    return one === undefined || other === undefined || one === other
      ? []
      : [{ name, cause, old: one, new: other }];
  });
}

function waiversText({ waivers }: Report): string {
  const texts = waivers.map(({ requirement, operation, finding, expires }) =>
    [requirement, operation ?? 'everywhere', `“${finding}”`, `until ${expires}`].join(' '),
  );
  return texts.length === 0 ? 'none' : texts.sort().join('; ');
}
