import { checkId } from '../../engine/check.ts';
import type { CaseLine } from '../../journal/case-line.ts';
import { compareIds } from '../../journal/compare-ids.ts';
import { groupBy, inTurns } from '../../journal/group-by.ts';
import { visibleText } from '../formats/plain-text.ts';
import { brokenLines, type Night, spansOf } from '../history/history.ts';
import { nightsFor, shownLines } from '../history/history-view.tsx';
import type { Report, ReportFinding, ReportObservation, ReportResult } from '../report/report.ts';
import type { ReportView } from '../report/view.ts';
import { comparedValues } from './difference-view.tsx';
import { findingText, isBreakable, observedText, plainFact } from './elements.tsx';
import type { Piece } from './pieces.ts';
import { type FindingOfResult, type ShownExchange, showExchange } from './shown-exchange.ts';

/** The most exchanges in a page. */
const mostExchanges = 2_000;

/** The most bytes for exchanges, findings and observations; the rest of a page is the document and the checks. */
const roomForContent = 2_270_000;

/** The most bytes for findings without their exchanges. */
const roomForFindings = 700_000;

/** The most bytes for observations. */
const roomForObservations = 600_000;

/** Everything that a page shows besides the document. */
export type PageContent = ReturnType<typeof pageContent>;

/** What the page of a report shows. Memory does not grow with the run. */
export function pageContent(report: ReportView, history: readonly Night[]) {
  const { evidence } = report;
  const nights = history.length === 0 ? [] : nightsFor(report, history);
  const findings = shownFindings(report);
  const saidOf = byExchange(findings);
  const choice = chooseExchanges(report, findings);
  const cases = new Map<string, CaseLine>();
  const chosen = choice.ids.flatMap((id) => {
    const exchange = evidence.exchange(id);
    const line = evidence.caseOf(id);
    if (line !== undefined) cases.set(id, line);
    if (exchange === undefined) return [];
    const { baseUrl } = report.target;
    const credential = line?.credential ?? 'valid';
    return [showExchange(exchange, { full: choice.full.has(id), said: saidOf(id), credential, baseUrl })];
  });
  const observations = shownObservations(report);
  const room = roomForExchanges(report, findings, observations) - sizeOf.history(nights);
  // Exchanges shown in findings are also in the list of exchanges.
  const sizeIn = (exchange: ShownExchange): number =>
    sizeOf.exchange(exchange) * (1 + (choice.full.get(exchange.id) ?? 0));
  const shown = new Map([...withinBytes(chosen, room, sizeIn)].map((each) => [each.id, each]));
  const byOwner = byCheck([...shown.values()]);
  const owners = new Set(report.results.map(checkId));
  const shownOf = (ids: readonly string[]): ShownExchange[] => ids.flatMap((id) => shown.get(id) ?? []);
  return {
    report,
    /** The observations that are shown. */
    observations,
    /** The findings of a result that are shown. */
    findingsOf: (result: ReportResult) => findings.filter((each) => each.result === result),
    exchange: (id: string) => shown.get(id),
    /** The case for which an exchange was sent. */
    caseOf: (exchange: string) => cases.get(exchange),
    /** The shown exchanges of each check's cases, in order, and their total number. */
    sentFor: (result: ReportResult) => ({
      shown: byOwner.get(checkId(result)) ?? [],
      sent: evidence.samplesOf(result.requirement, result.operation).sent,
    }),
    /** Shown exchanges that were judged for a requirement in cases of other checks. */
    judgedFor: ({ requirement, operation }: ReportResult) =>
      shownOf(evidence.samplesOf(requirement, operation).judged),
    /** The marks of findings on an exchange. */
    saidOf,
    /** The values that a finding compares in its first exchange, if it does. */
    comparedIn(finding: ReportFinding) {
      const exchange = evidence.exchange(finding.exchanges[0] ?? '');
      return exchange && comparedValues(finding, exchange);
    },
    /** Shown exchanges that belong to no check, such as those of preflight. */
    others: [...byOwner].flatMap(([owner, some]) => (owners.has(owner) ? [] : some)),
    shownExchanges: shown.size,
    /** The nights of the history, with the run of this page as the last; none without a history. */
    nights,
  };
}

/** Findings of all broken requirements in turns up to the limit, in the order of the report. */
function shownFindings({ results }: ReportView): FindingOfResult[] {
  const lists = results.map((result) => result.findings.map((finding) => ({ result, finding })));
  const chosen = withinBytes(inTurns(lists), roomForFindings, ({ finding }) => sizeOf.finding(finding));
  return lists.flat().filter((said) => chosen.has(said));
}

/** Observations of all requirements and operations in turns up to the limit, in the order of the report. */
function shownObservations({ observations }: Report): ReportObservation[] {
  const lists = groupBy(observations, ({ id, operation }) => `${id} ${operation}`);
  const chosen = withinBytes(inTurns([...lists.values()]), roomForObservations, sizeOf.observation);
  return observations.filter((each) => chosen.has(each));
}

function byExchange(findings: readonly FindingOfResult[]): (exchange: string) => readonly FindingOfResult[] {
  const said = new Map<string, FindingOfResult[]>();
  for (const each of findings) {
    for (const id of each.finding.exchanges) said.set(id, [...(said.get(id) ?? []), each]);
  }
  return (exchange) => said.get(exchange) ?? [];
}

/** The bytes left for exchanges after all other content. */
function roomForExchanges(
  { results }: Report,
  findings: readonly FindingOfResult[],
  observations: readonly ReportObservation[],
): number {
  const sizes = [
    ...findings.map(({ finding }) => sizeOf.finding(finding)),
    ...observations.map(sizeOf.observation),
    ...results.map(({ reason }) => sizeOf.text(visibleText(reason ?? '', plainFact))),
  ];
  return sizes.reduce((left, size) => left - size, roomForContent);
}

/** The first values that fit into the given number of bytes. */
function withinBytes<T>(values: readonly T[], room: number, size: (value: T) => number): Set<T> {
  const kept = new Set<T>();
  let left = room;
  for (const value of values) {
    left -= size(value);
    if (left < 0) break;
    kept.add(value);
  }
  return kept;
}

/** The exchanges of each check, in order, by the case id without its number. */
function byCheck(exchanges: readonly ShownExchange[]): Map<string, ShownExchange[]> {
  const sorted = [...exchanges].sort((a, b) => compareIds(a.id, b.id));
  return groupBy(sorted, ({ id }) => id.slice(0, Math.max(0, id.lastIndexOf('/'))));
}

/**
 * The exchanges to show, the most useful first: the first of each finding, and both of a contradiction; what was sent before
 * them; what was in progress when the target stopped; one for each requirement judged only in cases of other checks; the
 * others of findings; the slowest; then those of all checks in turns. `full` are those shown in full inside findings, with the
 * number of results that show each.
 */
function chooseExchanges(
  { results, durations = [], targetStop, evidence }: ReportView,
  findings: readonly FindingOfResult[],
): { readonly ids: readonly string[]; readonly full: ReadonlyMap<string, number> } {
  const firsts = firstsOf(findings);
  const checks = results.map(({ requirement, operation }) => evidence.samplesOf(requirement, operation));
  const examples = checks.flatMap(({ cases, judged }) => (cases.length === 0 ? judged.slice(0, 1) : []));
  const before = findings.flatMap(({ finding: { behind = [] } }) => behind);
  const others = inTurns(findings.map(({ finding }) => finding.exchanges.slice(1)));
  const ofChecks = inTurns(checks.map(({ cases }) => cases.flatMap(({ exchanges }) => exchanges)));
  const slowest = durations.flatMap((each) => each.slowest.map(({ exchange }) => exchange));
  const atStop = (targetStop?.candidates ?? []).map(({ exchange }) => exchange);
  const ids = [
    ...new Set([...firsts.keys(), ...before, ...atStop, ...examples, ...others, ...slowest, ...ofChecks]),
  ];
  return { ids: ids.slice(0, mostExchanges), full: firsts };
}

function firstsOf(findings: readonly FindingOfResult[]): Map<string, number> {
  const results = new Map<string, Set<ReportResult>>();
  for (const { result, finding } of findings) {
    const sides = finding.sides?.map(({ exchange }) => exchange) ?? [];
    for (const id of new Set([...finding.exchanges.slice(0, 1), ...sides]))
      results.set(id, (results.get(id) ?? new Set()).add(result));
  }
  return new Map([...results].map(([id, { size }]) => [id, size]));
}

/** The approximate bytes of content in a page, including tags and escapes. */
const sizeOf = {
  text: textSize,
  exchange({ id, request, answer, curl }: ShownExchange): number {
    return 270 + 2 * id.length + piecesSize(request) + piecesSize(answer) + commandSize(curl ?? '');
  },
  /** Without its exchange. */
  finding({ message, expected, actual, exchanges }: ReportFinding): number {
    const texts = [message, expected, actual].map((text) => textSize(visibleText(text, findingText)));
    return texts.reduce((sum, size) => sum + size, 2_300 + 150 * exchanges.length);
  },
  /** What the history adds to a page: a picture, the same in words, and a table. */
  history(nights: readonly Night[]): number {
    const lines = brokenLines(nights).slice(0, shownLines);
    return lines.reduce((sum, line) => sum + 420 + 420 * spansOf(line).length, 2_000 + 1_400 * nights.length);
  },
  /** Counted twice, because it is shown beside the clause and in the check. */
  observation: ({ value }: ReportObservation): number =>
    2 * (40 + textSize(visibleText(value, observedText))),
} as const;

function piecesSize(pieces: readonly Piece[]): number {
  const isMarked = pieces.some(({ mark }) => mark !== undefined);
  return pieces.reduce(
    (sum, { text }) =>
      sum + (isMarked ? 30 + textSize(text) : Buffer.byteLength(text) + 4 * count(text, /[&<]/g)),
    0,
  );
}

function commandSize(command: string): number {
  return textSize(command) + 13 * command.split(/\s+/).filter(isBreakable).length;
}

/** The size as preact writes text, with quotes escaped. */
function textSize(text: string): number {
  return Buffer.byteLength(text) + 5 * count(text, /["&<]/g);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
