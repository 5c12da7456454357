import { compareIds } from '../../journal/compare-ids.ts';
import type { RunFrame } from '../../journal/run-frame.ts';
import type { Profile } from '../../profiles/profile.ts';
import { levelOf, witnessedAnswers } from '../../profiles/profile.ts';
import { requirements } from '../../requirements/catalogue.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { replayCommand } from '../replay/replay-command.ts';
import { type FindingGroup, reportedFindings } from './findings.ts';
import { gateOf } from './gate.ts';
import { addImplied, troublesOf } from './implied-findings.ts';
import { decide, judgedAnswers, type Selection } from './outcome.ts';
import {
  type Report,
  type ReportCounts,
  type ReportObservation,
  type ReportResult,
  reportSchemaVersion,
  resultOutcomes,
} from './report.ts';
import type { Tallies } from './tally.ts';
import { coverageOf, verdictOf } from './verdict.ts';
import { applyWaivers } from './waivers.ts';

/** A journal with its cases summed up. */
export interface Folded extends RunFrame {
  readonly tallies: Tallies;
  readonly exchanges: number;
  readonly profile: Profile;
  readonly incomplete: boolean;
  readonly problems: readonly string[];
}

interface Wanted {
  readonly strict: boolean;
  readonly requireAll: boolean;
  readonly only: string | null;
}

/** Makes the report out of sums; nothing but sorting and deciding is left. */
export function buildReport(folded: Folded, wanted: Wanted): Report {
  const { header, footer, tallies } = folded;
  const { only: selected, ...run } = header.run;
  const only = wanted.only ?? selected;
  const unknown = unknownFindings(tallies);
  const problems = [...folded.problems, ...unknown];
  const incomplete = folded.incomplete || unknown.length > 0;
  const frame = { ...run, startedAt: header.startedAt, finishedAt: footer?.finishedAt ?? null };
  const observations = observationsOf(folded);
  const judged = resultsOf(
    folded,
    frame,
    { only, shard: run.shard, incomplete: folded.incomplete },
    observations,
  );
  // The day of the run, never that of the fold: the same journal makes the same report next year.
  const today = (frame.finishedAt ?? frame.startedAt).slice(0, 10);
  const whole = run.shard === null && !incomplete;
  const { results, waivers } = applyWaivers(judged, folded.waivers ?? [], { today, whole });
  const verdict = verdictOf(results, incomplete);
  const coverage = coverageOf(results, only);
  const { strict, requireAll } = wanted;
  const errors = tallies
    .errors()
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
    gate: gateOf({ verdict, coverage, results, waivers, incomplete, problems, errors, strict, requireAll }),
    counts: countsOf(results, folded),
    results,
    observations,
    waivers,
  };
}

function resultsOf(
  folded: Folded,
  run: Report['run'],
  selection: Selection,
  observations: readonly ReportObservation[],
): Omit<ReportResult, 'waived'>[] {
  const { tallies, profile } = folded;
  const troubles = troublesOf(folded, selection);
  addImplied(tallies, troubles);
  const observed = new Set(observations.map(({ id, operation }) => `${id} ${operation}`));
  return judgedPairs().map(({ entry, operation }) => {
    const tally = tallies.of(entry.id, operation);
    const level = levelOf(profile, entry, operation);
    const decided = decide({
      requirement: entry.id,
      operation,
      level,
      allowed: witnessedAnswers(profile, entry, operation),
      tally,
      observed: observed.has(`${entry.id} ${operation}`),
      trouble: troubles.get(operation),
      acceptedBodies: tallies.acceptedBodies,
      selection,
    });
    const replay = (group: FindingGroup): string =>
      replayCommand(run, { requirement: entry.id, operation }, group);
    const findings = level === 'OPEN' ? [] : reportedFindings(tally.findings, judgedAnswers(tally), replay);
    return { requirement: entry.id, operation, level, ...decided, findings };
  });
}

/** Every requirement on every operation it is judged on, in the order of the document. */
function judgedPairs(): { readonly entry: (typeof requirements)[number]; readonly operation: Operation }[] {
  return requirements
    .filter(({ excluded }) => excluded === undefined)
    .flatMap((entry) => entry.operations.map((operation) => ({ entry, operation })));
}

/** What was observed, and what was found against requirements that the profile leaves open. */
function observationsOf({ tallies, profile }: Folded): ReportObservation[] {
  const departed = judgedPairs()
    .filter(({ entry, operation }) => levelOf(profile, entry, operation) === 'OPEN')
    .flatMap(({ entry: { id }, operation }) =>
      [...tallies.of(id, operation).findings.values()].map(({ message }) => ({
        id,
        operation,
        value: message,
      })),
    );
  const key = ({ id, operation, value }: ReportObservation): string => `${id} ${operation} ${value}`;
  const all = new Map(
    [...tallies.observations(), ...departed].map((observation) => [key(observation), observation]),
  );
  return [...all.values()].sort((a, b) => compareIds(key(a), key(b)));
}

/** A finding that no result could show must not be lost: the journal is of another version, or a judge is wrong. */
function unknownFindings(tallies: Tallies): string[] {
  const known = new Set(judgedPairs().map(({ entry, operation }) => `${entry.id} ${operation}`));
  return tallies
    .pairs()
    .filter(({ requirement, operation }) => tallies.of(requirement, operation).findings.size > 0)
    .map(({ requirement, operation }) => `${requirement} ${operation}`)
    .filter((pair) => !known.has(pair))
    .sort(compareIds)
    .map(
      (pair) =>
        `There are findings on ${pair.replace(' ', ' and ')}, which is no requirement of this version.`,
    );
}

function countsOf(results: readonly ReportResult[], { exchanges, tallies }: Folded): ReportCounts {
  const counts = resultOutcomes.map(
    (each) => [each, results.filter(({ outcome }) => outcome === each).length] as const,
  );
  return { ...(Object.fromEntries(counts) as ReportCounts), exchanges, cases: tallies.cases() };
}
