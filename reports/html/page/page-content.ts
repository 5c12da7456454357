import type { CaseLine } from '../../../journal/case-line.ts';
import { compareIds } from '../../../journal/compare-ids.ts';
import { chosenExchanges } from '../../../journal/exchanges.ts';
import { groupBy } from '../../../journal/group-by.ts';
import { findCases } from '../../../journal/journal-lines.ts';
import type { Night } from '../../history/history.ts';
import { nightsFor } from '../../history/history-view.tsx';
import { caseIdOf } from '../../replay/evidence.ts';
import { inTurns } from '../../report/in-turns.ts';
import type { Report, ReportFinding, ReportObservation, ReportResult } from '../../report/report.ts';
import { type ComparedValues, comparedValues } from '../difference/compared-values.ts';
import { type Choice, chooseExchanges } from '../exchange/choose-exchanges.ts';
import type { FindingOfResult } from '../exchange/marks.ts';
import { type ShownExchange, showExchange } from '../exchange/shown-exchange.ts';
import { visibleText } from '../exchange/visible-text.ts';
import { plainFact, roomForContent, roomForFindings, roomForObservations } from '../limits.ts';
import { sizeOf } from './page-size.ts';
import { surveyRun } from './survey.ts';

/** Everything that a page shows besides the document. */
export interface PageContent {
  readonly report: Report;
  /** The findings of a result that are shown. */
  findingsOf(result: ReportResult): readonly FindingOfResult[];
  /** The observations that are shown. */
  readonly observations: readonly ReportObservation[];
  exchange(id: string): ShownExchange | undefined;
  caseOf(exchange: string): CaseLine | undefined;
  /** The shown exchanges of each check's cases, in order, and their total number. */
  sentFor(result: ReportResult): { readonly shown: readonly ShownExchange[]; readonly sent: number };
  /** Shown exchanges that were judged for a requirement in cases of other checks. */
  judgedFor(result: ReportResult): readonly ShownExchange[];
  /** The marks of findings on an exchange. */
  saidOf(exchange: string): readonly FindingOfResult[];
  /** The values that a finding compares in its first exchange, if it does. */
  comparedIn(finding: ReportFinding): ComparedValues | undefined;
  /** Shown exchanges that belong to no check, such as those of preflight. */
  readonly others: readonly ShownExchange[];
  readonly shownExchanges: number;
  /** The nights of the history, with the run of this page as the last; none without a history. */
  readonly nights: readonly Night[];
}

/** Reads what the page of a report shows from a results folder. Memory does not grow with the run. */
export function pageContent(folder: string, report: Report, history: readonly Night[] = []): PageContent {
  const survey = surveyRun(folder);
  const nights = history.length === 0 ? [] : nightsFor(report, history);
  const findings = shownFindings(report);
  const saidOf = byExchange(findings);
  const choice = chooseExchanges(report, findings, survey);
  const cases = findCases(folder, choice.ids.map(caseIdOf));
  const all = new Map<string, ShownExchange>();
  const compared = new Map<ReportFinding, ComparedValues>();
  for (const exchange of chosenExchanges(folder, choice.ids)) {
    const said = saidOf(exchange.id);
    const credential = cases.get(caseIdOf(exchange.id))?.credential ?? 'valid';
    const { baseUrl } = report.target;
    for (const { finding } of said) {
      const values = finding.exchanges[0] === exchange.id ? comparedValues(finding, exchange) : undefined;
      if (values !== undefined) compared.set(finding, values);
    }
    all.set(
      exchange.id,
      showExchange(exchange, { full: choice.full.has(exchange.id), said, credential, baseUrl }),
    );
  }
  const observations = shownObservations(report);
  const shown = withinRoom(
    choice,
    all,
    roomForExchanges(report, findings, observations) - sizeOf.history(nights),
  );
  const byOwner = byCheck([...shown.values()]);
  const owners = new Set(report.results.map(({ requirement, operation }) => `${requirement}@${operation}`));
  return {
    report,
    observations,
    findingsOf: (result) => findings.filter((each) => each.result === result),
    exchange: (id) => shown.get(id),
    caseOf: (exchange) => cases.get(caseIdOf(exchange)),
    sentFor({ requirement, operation }) {
      const { sent } = survey.of(requirement, operation);
      const own = byOwner.get(`${requirement}@${operation}`) ?? [];
      return { shown: own, sent };
    },
    judgedFor: ({ requirement, operation }) =>
      survey.of(requirement, operation).judged.flatMap((id) => {
        const exchange = shown.get(id);
        return exchange === undefined ? [] : [exchange];
      }),
    saidOf,
    comparedIn: (finding) => compared.get(finding),
    others: [...byOwner].flatMap(([owner, some]) => (owners.has(owner) ? [] : some)),
    shownExchanges: shown.size,
    nights,
  };
}

/** Findings of all broken requirements in turns up to the limit, in the order of the report. */
function shownFindings({ results }: Report): FindingOfResult[] {
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

function withinRoom(
  { ids, full }: Choice,
  all: ReadonlyMap<string, ShownExchange>,
  room: number,
): Map<string, ShownExchange> {
  const shown = new Map<string, ShownExchange>();
  let left = room;
  for (const id of ids) {
    const exchange = all.get(id);
    if (exchange === undefined) continue;
    // Exchanges shown in findings are also in the list of exchanges.
    left -= sizeOf.exchange(exchange) * (1 + (full.get(id) ?? 0));
    if (left < 0) break;
    shown.set(id, exchange);
  }
  return shown;
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
