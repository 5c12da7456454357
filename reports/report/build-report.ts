import { sortedCircumstances } from '../../journal/circumstances.ts';
import { compareIds } from '../../journal/compare-ids.ts';
import type { InputKind } from '../../journal/finding-source.ts';
import type { Reason } from '../../journal/reason.ts';
import type { RunFrame, RunJournal } from '../../journal/run-journal.ts';
import { definitionOf } from '../../operations/operations.ts';
import { levelOf, type Profile, witnessedAnswers } from '../../profiles/profile.ts';
import { judgedPairs } from '../../requirements/catalogue.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { recordedProfile } from '../../settings/load-profile.ts';
import { replayCommand } from '../replay/replay-command.ts';
import type { FindingGroup } from './findings.ts';
import { gateOf } from './gate.ts';
import { addImplied, outagesOf, type Selection } from './outages.ts';
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
import { pairOf } from './samples.ts';
import type { Tally } from './tally.ts';
import { stopFound } from './target-stop.ts';
import { coverageOf, verdictOf } from './verdict.ts';
import { applyWaivers } from './waivers.ts';

/** How to make a report from a journal. */
export interface AggregateOptions {
  /** Whether a broken SHOULD fails the gate. */
  readonly strict: boolean;
  /** Whether partial coverage fails the gate. */
  readonly requireAll: boolean;
  /** The profile named in the journal, if it is not one of the suite's. */
  readonly profile?: Profile;
}

/** The frame of a run that was read, and the number of its exchanges. */
export type CountedFrame = RunFrame & Pick<RunJournal, 'problems'> & { readonly exchanges: number };

/** Makes the report from the tally by sorting and deciding. */
export function buildReport(frame: CountedFrame, tally: Tally, options: AggregateOptions): Report {
  const { suite, document, profile: profileName, target, startedAt, run: recorded } = frame.header;
  const profile = options.profile ?? recordedProfile(profileName);
  const { only, ...sent } = recorded;
  const problems = [...frame.problems, ...unknownFindings(tally)];
  const incomplete = problems.length > 0;
  const run = { ...sent, startedAt, finishedAt: frame.footer?.finishedAt ?? null };
  const observations = observationsOf(tally, profile);
  const selection = { only, shard: run.shard, incomplete: frame.problems.length > 0 };
  const judged = resultsOf({ frame, tally, profile, run, selection, observations });
  // The day of the run, not the current day, so that the same journal always gives the same report.
  const today = (run.finishedAt ?? startedAt).slice(0, 10);
  const whole = run.shard === null && !incomplete;
  const { results, waivers } = applyWaivers(judged, frame.waivers ?? [], { today, whole });
  const verdict = verdictOf(results, incomplete);
  const coverage = coverageOf(results, only);
  const errors = tally.checks().filter(({ state }) => state === 'error');
  return {
    schemaVersion: reportSchemaVersion,
    suite,
    document,
    profile: profileName,
    target,
    run,
    verdict,
    coverage,
    gate: gateOf({
      ...options,
      verdict,
      coverage,
      results,
      waivers,
      problems,
      errors: errors.sort((a, b) => compareIds(pairOf(a), pairOf(b))),
      failure: frame.footer?.failure,
    }),
    counts: countsOf(results, frame.exchanges + tally.counted.exchanges, tally),
    results,
    observations,
    waivers,
    software: frame.preflight?.facts.software,
    targetStop: stopFound(tally.counted.stop, frame.footer?.targetGone === true, run),
  };
}

function resultsOf(of: {
  readonly frame: CountedFrame;
  readonly tally: Tally;
  readonly profile: Profile;
  readonly run: Report['run'];
  readonly selection: Selection;
  readonly observations: readonly ReportObservation[];
}): Omit<ReportResult, 'waived'>[] {
  const { frame, tally, profile, run, selection } = of;
  const outages = outagesOf(frame, tally, selection);
  addImplied(tally, outages, frame.footer?.stopped);
  const observed = new Set(
    of.observations.map(({ id, operation }) => pairOf({ requirement: id, operation })),
  );
  return judgedPairs.map(({ entry, operation }) => {
    const pair = { requirement: entry.id, operation };
    const counted = tally.result(entry.id, operation);
    const level = levelOf(profile, entry, operation);
    const decided = decide({
      ...pair,
      level,
      allowed: witnessedAnswers(profile, entry, operation),
      counted,
      observed: observed.has(pairOf(pair)),
      outage: outages.get(operation),
      acceptedBodies: tally.counted.acceptedBodies,
      successUndecided: successUndecided(tally, operation),
      selection,
    });
    const attempts = (input: InputKind): number => tally.attempts(operation, input);
    const replay = (group: FindingGroup): string => {
      const isSteady = group.input === undefined || group.affected >= attempts(group.input);
      return replayCommand(run, pair, group, isSteady);
    };
    const counts = { judged: counted.judged, attempts };
    const findings = level === 'OPEN' ? [] : reportedFindings(counted.findings, counts, replay);
    const circumstances =
      level === 'OPEN' ? {} : sortedCircumstances(tally.circumstances(entry.id, operation));
    return {
      ...pair,
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

/** Observations, including findings on requirements that the profile leaves open. */
function observationsOf(tally: Tally, profile: Profile): ReportObservation[] {
  const departed = judgedPairs
    .filter(({ entry, operation }) => levelOf(profile, entry, operation) === 'OPEN')
    .flatMap(({ entry: { id }, operation }) =>
      Object.values(tally.of(id, operation).findings).map(({ finding: { message: value } }) => ({
        id,
        operation,
        value,
      })),
    );
  const key = ({ id, operation, value }: ReportObservation): string => `${id} ${operation} ${value}`;
  const all = [...Object.values(tally.counted.observed), ...departed];
  return [...new Map(all.map((each) => [key(each), each])).values()].sort((a, b) =>
    compareIds(key(a), key(b)),
  );
}

/** Findings that no result can show must not be lost: the journal is of another version, or a judge has a bug. */
function unknownFindings(tally: Tally): string[] {
  const known = new Set(judgedPairs.map(({ entry: { id }, operation }) => `${id} ${operation}`));
  return tally
    .pairs()
    .filter(({ requirement, operation }) => Object.keys(tally.of(requirement, operation).findings).length > 0)
    .map(pairOf)
    .filter((pair) => !known.has(pair))
    .sort(compareIds)
    .map(
      (pair) =>
        `There are findings on ${pair.replace(' ', ' and ')}, which is not a requirement of this version.`,
    );
}

function countsOf(results: readonly ReportResult[], exchanges: number, tally: Tally): ReportCounts {
  const counts = resultOutcomes.map(
    (each) => [each, results.filter(({ outcome }) => outcome === each).length] as const,
  );
  return { ...(Object.fromEntries(counts) as ReportCounts), exchanges, cases: tally.cases() };
}
