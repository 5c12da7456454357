import { requirement } from '../../requirements/catalogue.ts';
import type { Requirement } from '../../requirements/requirement.ts';
import { type Cause, causesOf } from './causes.ts';
import { findingFacts, type ShownFinding } from './finding-text.ts';
import { causesBesideResults } from './gate.ts';
import { byReason, type ReasonGroup, remedyFor } from './reasons.ts';
import type { Report, ReportFinding, ReportResult, ReportWaiver, ResultOutcome } from './report.ts';
import { verdictText, warningsOf, withWarnings } from './verdict.ts';
import { isRed, waivedText, waiverText } from './waivers.ts';

/** A result with everything that formats show of it. */
export interface ShownResult extends ReportResult {
  readonly findings: readonly ShownFinding[];
  /** What it is about, in the words of the document. */
  readonly clause: Requirement;
  /** The first thing to say of it: the reason, else the first finding, else the outcome. */
  readonly said: string;
  /** A setting or an action that helps against the reason, if its text names none. */
  readonly remedy: string | undefined;
  /** The owner, expiry and reason of a waived failure. */
  readonly excuse: string | undefined;
  /** The numbers of its causes among those of its outcome, from 1; the one that explains most of it first. */
  readonly causes: readonly number[];
}

/** A waiver with what is to be said of it, if it needs attention. */
export interface ShownWaiver extends ReportWaiver {
  readonly isRed: boolean;
  readonly said: string | undefined;
}

/**
 * A report as people are shown it: what broke, for what cause, with which example, how often and how to repeat it; what was not
 * judged; warnings; waivers. Formats lay it out, each to its own length, and decide nothing.
 */
export interface ReportView extends Report {
  readonly results: readonly ShownResult[];
  readonly waivers: readonly ShownWaiver[];
  /** The verdict as it may be quoted. */
  readonly words: string;
  /** Results by outcome, without waived failures. */
  readonly of: (outcome: ResultOutcome) => readonly ShownResult[];
  readonly waived: readonly ShownResult[];
  /** How many of the waived results broke a MUST. */
  readonly waivedFailures: number;
  /** How long the run took, in milliseconds; undefined if it did not end. */
  readonly ms: number | undefined;
  /** The causes of failures, and of warnings. */
  readonly causes: readonly Cause[];
  readonly warnedCauses: readonly Cause[];
  /** Why requirements were not judged, the most frequent reason first. */
  readonly unjudged: (...outcomes: readonly ResultOutcome[]) => readonly ReasonGroup[];
  /** What about waivers does not fail the gate, in sentences. */
  readonly ending: readonly string[];
  /** Causes of the exit status that no result shows. */
  readonly besideResults: readonly string[];
}

/** A finding without its command. */
export function shownFinding(finding: ReportFinding, causes: readonly Cause[]): ShownFinding {
  const cause = causes.find(({ findings, stacks }) => findings.has(finding) && stacks.length > 0);
  return { ...finding, facts: findingFacts(finding), hint: cause, command: undefined };
}

function causeNumbers(findings: readonly ReportFinding[], causes: readonly Cause[]): number[] {
  return causes
    .map((cause, index) => ({
      number: index + 1,
      count: findings.filter((each) => cause.findings.has(each)).length,
    }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .map(({ number }) => number);
}

/** @param commands curl commands by finding (`failureCommands`) */
export function viewOf(report: Report, commands?: ReadonlyMap<ReportFinding, string>): ReportView {
  const causes = causesOf(report);
  const warnedCauses = causesOf(report, 'warned');
  const results = report.results.map((result) => ({
    ...result,
    causes: causeNumbers(result.findings, result.outcome === 'warned' ? warnedCauses : causes),
    clause: requirement(result.requirement),
    said: result.reason ?? result.findings[0]?.message ?? result.outcome,
    remedy: remedyFor(result.reasonKind, report),
    excuse: waivedText(result, report),
    findings: result.findings.map((finding) => ({
      ...shownFinding(finding, result.outcome === 'warned' ? warnedCauses : causes),
      command: commands?.get(finding),
    })),
  }));
  const waivers = report.waivers.map((waiver) => ({
    ...waiver,
    isRed: isRed(waiver),
    said: waiverText(waiver),
  }));
  const waived = results.filter((result) => result.waived !== null);
  const { run } = report;
  const of = (wanted: ResultOutcome): ShownResult[] =>
    results.filter(({ outcome, waived }) => outcome === wanted && waived === null);
  return {
    ...report,
    results,
    waivers,
    words: `${verdictText(report)}${withWarnings(warningsOf(report))}`,
    of,
    waived,
    waivedFailures: waived.filter(({ outcome }) => outcome === 'failed').length,
    ms: run.finishedAt === null ? undefined : Date.parse(run.finishedAt) - Date.parse(run.startedAt),
    causes,
    warnedCauses,
    unjudged: (...outcomes) =>
      byReason(
        results.filter(({ outcome }) => outcomes.includes(outcome)),
        report,
      ),
    ending: waivers.flatMap((each) => (each.isRed || each.said === undefined ? [] : [each.said])),
    besideResults: causesBesideResults(report),
  };
}
