import { sortedCircumstances } from '../../journal/circumstances.ts';
import { compareIds } from '../../journal/compare-ids.ts';
import type { InputKind } from '../../journal/input-kind.ts';
import type { Reason } from '../../journal/reason.ts';
import type { RunFrame } from '../../journal/run-journal.ts';
import { definitionOf } from '../../operations/operations.ts';
import { levelOf, type Profile, witnessedAnswers } from '../../profiles/profile.ts';
import { requirements } from '../../requirements/catalogue.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { replayCommand } from '../replay/replay-command.ts';
import type { FindingGroup } from './findings.ts';
import { gateOf } from './gate.ts';
import { addImplied, createAggregates, judgedAnswers, outagesOf, type Selection } from './outages.ts';
import { decide, reasonOfCheck } from './outcome.ts';
import {
  type Report,
  type ReportCounts,
  type ReportObservation,
  type ReportResult,
  reportSchemaVersion,
  resultOutcomes,
} from './report.ts';
import { reportedFindings } from './reported-finding.ts';
import type { Tally } from './tally.ts';
import { stopFound } from './target-stop.ts';
import { coverageOf, verdictOf } from './verdict.ts';
import { applyWaivers } from './waivers.ts';

/** What counts in a report. */
export interface ReportOptions {
  /** Whether a broken SHOULD fails the gate. */
  readonly strict: boolean;
  /** Whether partial coverage fails the gate. */
  readonly requireAll: boolean;
  /** The value of `--only`. */
  readonly only: string | null;
}

/** A journal with its cases aggregated. */
interface Aggregated extends RunFrame {
  readonly tally: Tally;
  readonly exchanges: number;
  readonly profile: Profile;
  readonly incomplete: boolean;
  readonly problems: readonly string[];
}

/** Makes the report from the tally by sorting and deciding. */
export function buildReport(aggregated: Aggregated, wanted: ReportOptions): Report {
  const { header, footer, tally } = aggregated;
  const { only: selected, ...run } = header.run;
  const only = wanted.only ?? selected;
  const unknown = unknownFindings(tally);
  const problems = [...aggregated.problems, ...unknown];
  const incomplete = aggregated.incomplete || unknown.length > 0;
  const frame = { ...run, startedAt: header.startedAt, finishedAt: footer?.finishedAt ?? null };
  const observations = observationsOf(aggregated);
  const judged = resultsOf(
    aggregated,
    frame,
    { only, shard: run.shard, incomplete: aggregated.incomplete },
    observations,
  );
  // The day of the run, not the current day, so that the same journal always gives the same report.
  const today = (frame.finishedAt ?? frame.startedAt).slice(0, 10);
  const whole = run.shard === null && !incomplete;
  const { results, waivers } = applyWaivers(judged, aggregated.waivers ?? [], { today, whole });
  const verdict = verdictOf(results, incomplete);
  const coverage = coverageOf(results, only);
  const { strict, requireAll } = wanted;
  const targetStop = stopFound(tally.counted.stop, footer?.targetGone === true, frame);
  const errors = tally
    .checks()
    .filter(({ state }) => state === 'error')
    .sort((a, b) => compareIds(`${a.requirement} ${a.operation}`, `${b.requirement} ${b.operation}`));
  return {
    schemaVersion: reportSchemaVersion,
    suite: header.suite,
    document: header.document,
    profile: header.profile,
    target: header.target,
    run: frame,
    verdict,
    coverage,
    gate: gateOf({
      ...{ verdict, coverage, results, waivers, incomplete, problems, errors, strict, requireAll },
      failure: footer?.failure,
    }),
    counts: countsOf(results, aggregated),
    results,
    observations,
    waivers,
    targetStop,
  };
}

function resultsOf(
  aggregated: Aggregated,
  run: Report['run'],
  selection: Selection,
  observations: readonly ReportObservation[],
): Omit<ReportResult, 'waived'>[] {
  const { tally, profile } = aggregated;
  const outages = outagesOf(aggregated, selection);
  const aggregates = createAggregates(tally);
  addImplied(aggregates, tally, outages, aggregated.footer?.stopped);
  const observed = new Set(observations.map(({ id, operation }) => `${id} ${operation}`));
  return judgedPairs().map(({ entry, operation }) => {
    const aggregate = aggregates(entry.id, operation);
    const level = levelOf(profile, entry, operation);
    const decided = decide({
      requirement: entry.id,
      operation,
      level,
      allowed: witnessedAnswers(profile, entry, operation),
      aggregate,
      observed: observed.has(`${entry.id} ${operation}`),
      outage: outages.get(operation),
      acceptedBodies: tally.counted.acceptedBodies,
      successUndecided: successUndecided(tally, operation),
      selection,
    });
    const counts = {
      judged: judgedAnswers(aggregate),
      attempts: (input: InputKind) => tally.attempts(operation, input),
    };
    const replay = (group: FindingGroup): string => {
      const isSteady = group.input === undefined || group.affected >= counts.attempts(group.input);
      return replayCommand(run, { requirement: entry.id, operation }, { ...group, isSteady });
    };
    const findings = level === 'OPEN' ? [] : reportedFindings(aggregate.findings, counts, replay);
    const circumstances =
      level === 'OPEN' ? {} : sortedCircumstances(tally.circumstances(entry.id, operation));
    return {
      requirement: entry.id,
      operation,
      level,
      ...decided,
      ...(Object.keys(circumstances).length === 0 ? {} : { circumstances }),
      findings,
    };
  });
}

function successUndecided(tally: Tally, operation: Operation): Reason | undefined {
  const { check } = tally.of(definitionOf(operation).success.requirement, operation);
  return check?.state === 'inconclusive' ? reasonOfCheck(check) : undefined;
}

/** Every judged pair of requirement and operation, in the order of the document. */
function judgedPairs(): { readonly entry: (typeof requirements)[number]; readonly operation: Operation }[] {
  return requirements
    .filter(({ excluded }) => excluded === undefined)
    .flatMap((entry) => entry.operations.map((operation) => ({ entry, operation })));
}

/** Observations, including findings on requirements that the profile leaves open. */
function observationsOf({ tally, profile }: Aggregated): ReportObservation[] {
  const departed = judgedPairs()
    .filter(({ entry, operation }) => levelOf(profile, entry, operation) === 'OPEN')
    .flatMap(({ entry: { id }, operation }) =>
      Object.values(tally.of(id, operation).findings).map(({ finding: { message } }) => ({
        id,
        operation,
        value: message,
      })),
    );
  const key = ({ id, operation, value }: ReportObservation): string => `${id} ${operation} ${value}`;
  const all = new Map(
    [...Object.values(tally.counted.observed), ...departed].map((observation) => [
      key(observation),
      observation,
    ]),
  );
  return [...all.values()].sort((a, b) => compareIds(key(a), key(b)));
}

/** Findings that no result can show must not be lost: the journal is of another version, or a judge has a bug. */
function unknownFindings(tally: Tally): string[] {
  const known = new Set(judgedPairs().map(({ entry, operation }) => `${entry.id} ${operation}`));
  return tally
    .pairs()
    .filter(({ requirement, operation }) => Object.keys(tally.of(requirement, operation).findings).length > 0)
    .map(({ requirement, operation }) => `${requirement} ${operation}`)
    .filter((pair) => !known.has(pair))
    .sort(compareIds)
    .map(
      (pair) =>
        `There are findings on ${pair.replace(' ', ' and ')}, which is not a requirement of this version.`,
    );
}

function countsOf(results: readonly ReportResult[], { exchanges, tally }: Aggregated): ReportCounts {
  const counts = resultOutcomes.map(
    (each) => [each, results.filter(({ outcome }) => outcome === each).length] as const,
  );
  return { ...(Object.fromEntries(counts) as ReportCounts), exchanges, cases: tally.cases() };
}
