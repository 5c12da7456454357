import { requirement } from '../../requirements/catalogue.ts';
import { failureCommands } from '../formats/curl.ts';
import { plainText } from '../formats/plain-text.ts';
import type { Aggregated } from './aggregation.ts';
import { type Cause, causesOf } from './causes.ts';
import { causesBesideResults } from './gate.ts';
import { byReason, remedyFor } from './reasons.ts';
import type { ReportFinding, ReportInput, ReportWaiver, ResultOutcome } from './report.ts';
import { verdictText, withWarnings } from './verdict.ts';
import { isRed, waivedText, waiverText } from './waivers.ts';

/** A line of a finding: what it is about, and its text, which may have a target's words. */
export interface FindingFact {
  readonly kind: 'rate' | 'values' | 'requests' | 'side';
  readonly text: string;
}

/**
 * A report as people are shown it: what broke, for what cause, with which example, how often and how to repeat it; what was not
 * judged; warnings; waivers. Formats lay it out, each to its own length, and decide nothing.
 */
export type ReportView = ReturnType<typeof viewOf>;

/** A result, a finding and a waiver with everything that formats show of them. */
export type ShownResult = ReportView['results'][number];
export type ShownFinding = ShownResult['findings'][number];
export type ShownWaiver = ReturnType<typeof shownWaiver>;

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

export function viewOf({ report, evidence }: Aggregated) {
  const commands = failureCommands(report, evidence);
  const causes = causesOf(report);
  const warnedCauses = causesOf(report, 'warned');
  const results = report.results.map((result) => {
    const own = result.outcome === 'warned' ? warnedCauses : causes;
    return {
      ...result,
      /** The numbers of its causes among those of its outcome, from 1; the one that explains most of it first. */
      causes: causeNumbers(result.findings, own),
      /** What it is about, in the words of the document. */
      clause: requirement(result.requirement),
      /** The first thing to say of it: the reason, else the first finding, else the outcome. */
      said: result.reason ?? result.findings[0]?.message ?? result.outcome,
      /** A setting or an action that helps against the reason, if its text names none. */
      remedy: remedyFor(result.reasonKind, report),
      /** The owner, expiry and reason of a waived failure. */
      excuse: waivedText(result, report),
      findings: result.findings.map((finding) => ({
        ...finding,
        /** How often, with which values, in which requests. */
        facts: findingFacts(finding),
        /** What usually causes it, if that is known. */
        hint: own.find(({ findings, stacks }) => findings.has(finding) && stacks.length > 0),
        /** The curl command that sends its first example again, if there is one. */
        command: commands.get(finding),
      })),
    };
  });
  const waivers = report.waivers.map(shownWaiver);
  const waived = results.filter((result) => result.waived !== null);
  const { run } = report;
  return {
    ...report,
    /** Where the requests and answers are. */
    evidence,
    results,
    waivers,
    /** The verdict as it may be quoted. */
    words: `${verdictText(report)}${withWarnings(report)}`,
    /** Results by outcome, without waived failures. */
    of: (wanted: ResultOutcome) =>
      results.filter(({ outcome, waived }) => outcome === wanted && waived === null),
    waived,
    /** How many of the waived results broke a MUST. */
    waivedFailures: waived.filter(({ outcome }) => outcome === 'failed').length,
    /** How long the run took, in milliseconds; undefined if it did not end. */
    ms: run.finishedAt === null ? undefined : Date.parse(run.finishedAt) - Date.parse(run.startedAt),
    /** The causes of failures, and of warnings. */
    causes,
    warnedCauses,
    /** Why requirements were not judged, the most frequent reason first. */
    unjudged: (...outcomes: readonly ResultOutcome[]) =>
      byReason(
        results.filter(({ outcome }) => outcomes.includes(outcome)),
        report,
      ),
    /** What about waivers does not fail the gate, in sentences. */
    ending: waivers.flatMap((each) => (each.isRed || each.said === undefined ? [] : [each.said])),
    /** Causes of the exit status that no result shows. */
    besideResults: causesBesideResults(report),
  };
}

function shownWaiver(waiver: ReportWaiver) {
  return {
    ...waiver,
    isRed: isRed(waiver),
    /** What is to be said of it, if it needs attention. */
    said: waiverText(waiver),
  };
}

/** Findings as plain text: what, where, how often, and how to reproduce it. */
export function findingsText(findings: readonly ShownFinding[], limit = Number.POSITIVE_INFINITY): string {
  const more = findings.length - limit;
  const texts = findings.slice(0, limit).map(findingText);
  return [...texts, ...(more > 0 ? [`… and ${more} more in report.json`] : [])].join('\n\n');
}

function findingText(finding: ShownFinding): string {
  const { message, pointer, expected, actual, facts, exchanges, replay, command } = finding;
  const rows = [
    message,
    ...(pointer === '' ? [] : [`at:        ${pointer}`]),
    `expected:  ${expected}`,
    `actual:    ${actual}`,
    ...facts.map(({ kind, text }) => `${`${factLabels[kind]}:`.padEnd(11)}${text}`),
    `exchanges: ${exchanges.join(', ')}`,
    `again:     ${replay}`,
  ];
  const texts = rows.map((row) => plainText(row, 2_000));
  // On lines of its own, so that it can be pasted.
  return [...texts, ...(command === undefined ? [] : [plainText(command)])].join('\n');
}

/** How many inputs are named in one line. */
const named = 5;

/** Short names of facts for people. */
export const factLabels: Readonly<Record<FindingFact['kind'], string>> = {
  rate: 'how often',
  values: 'values',
  requests: 'requests',
  side: 'value',
};

/**
 * What a finding says besides its message, expectation and example: how often it showed, which values of this kind did it,
 * which kinds of request got such answers, and the two values of a contradiction.
 */
function findingFacts(finding: ReportFinding): FindingFact[] {
  const { rate, onlyConcurrent, onlyWithClient, details = [], inputs = [], sides = [] } = finding;
  const concurrent = onlyConcurrent === true ? ', only while other requests were in progress' : '';
  const ofClient =
    onlyWithClient === true ? ', only as clients send it: the plainest request does not show it' : '';
  const values = details.slice(0, named).map(({ text, affected }) => `${text} (${affected})`);
  const requests = dependsOnRequest(finding) ? inputs.slice(0, named).map(inputText) : [];
  return [
    { kind: 'rate', text: `${rate}${concurrent}${ofClient}` },
    ...(values.length === 0 ? [] : [{ kind: 'values', text: list(values, details.length) } as const]),
    ...(requests.length === 0 ? [] : [{ kind: 'requests', text: list(requests, inputs.length) } as const]),
    ...sides.map(({ exchange, value }) => ({ kind: 'side', text: `${value} in ${exchange}` }) as const),
  ];
}

/** If nearly all answers have it, the requests that got them explain nothing. */
function dependsOnRequest({ affected = 0, judged = 0 }: ReportFinding): boolean {
  return affected < 0.9 * judged;
}

function inputText({ text, affected, attempts }: ReportInput): string {
  return `${text} (${affected} of ${attempts})`;
}

function list(texts: readonly string[], all: number): string {
  return `${texts.join('; ')}${all > texts.length ? '; …' : ''}`;
}
