import type { CaseLine } from '../../harness/journal-line.ts';
import { compareIds } from '../compare-ids.ts';
import { caseIdOf } from '../evidence.ts';
import { eachExchange } from '../exchanges.ts';
import { findCases } from '../journal-lines.ts';
import type { Report, ReportResult } from '../report.ts';
import { type Choice, chooseExchanges } from './choose-exchanges.ts';
import { inTurns } from './in-turns.ts';
import { findingText, mostFindings, roomForContent } from './limits.ts';
import type { Said } from './marks.ts';
import { type ShownExchange, showExchange, sizeOf } from './shown-exchange.ts';
import { surveyRun } from './survey.ts';

/** Everything that a page shows beside the document. */
export interface PageContent {
  readonly report: Report;
  /** The findings of a result that are shown. */
  findingsOf(result: ReportResult): readonly Said[];
  exchange(id: string): ShownExchange | undefined;
  caseOf(exchange: string): CaseLine | undefined;
  /** The shown exchanges of the cases of a check, in order, and how many there are. */
  sentFor(result: ReportResult): { readonly shown: readonly ShownExchange[]; readonly sent: number };
  /** Shown exchanges that were held against a requirement in cases of other checks. */
  judgedFor(result: ReportResult): readonly ShownExchange[];
  /** What findings say of an exchange. */
  saidOf(exchange: string): readonly Said[];
  readonly shownExchanges: number;
}

/** Reads from a results folder what a page of its report shows. Memory does not grow with the run. */
export function pageContent(folder: string, report: Report): PageContent {
  const survey = surveyRun(folder);
  const findings = shownFindings(report);
  const saidOf = byExchange(findings);
  const choice = chooseExchanges(report, findings, survey);
  const cases = findCases(folder, choice.ids.map(caseIdOf));
  const all = new Map<string, ShownExchange>();
  for (const exchange of eachExchange(folder, choice.ids)) {
    const said = saidOf(exchange.id);
    const credential = cases.get(caseIdOf(exchange.id))?.credential ?? 'valid';
    const { baseUrl } = report.target;
    all.set(
      exchange.id,
      showExchange(exchange, { full: choice.full.has(exchange.id), said, credential, baseUrl }),
    );
  }
  const shown = withinRoom(choice, all, roomForContent - roomOf(report, findings));
  const byOwner = byCheck([...shown.values()]);
  return {
    report,
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
    shownExchanges: shown.size,
  };
}

/** Findings of every broken requirement in turns, until there are enough, in the order of the report. */
function shownFindings({ results }: Report): Said[] {
  const lists = results.map((result) => result.findings.map((finding) => ({ result, finding })));
  const chosen = new Set(inTurns(lists, mostFindings));
  return lists.flat().filter((said) => chosen.has(said));
}

function byExchange(findings: readonly Said[]): (exchange: string) => readonly Said[] {
  const said = new Map<string, Said[]>();
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
    // What stands in a finding stands in the list of exchanges too.
    left -= sizeOf(exchange) * (1 + (full.get(id) ?? 0));
    if (left < 0) break;
    shown.set(id, exchange);
  }
  return shown;
}

/** About how many bytes findings and observations take. */
function roomOf({ observations }: Report, findings: readonly Said[]): number {
  const texts = findings.map(({ finding: { message, expected, actual, exchanges } }) =>
    [message, expected, actual].reduce(
      (sum, text) => sum + Math.min(findingText, text.length),
      1_500 + 80 * exchanges.length,
    ),
  );
  const values = observations.map(({ value }) => 2 * (Math.min(value.length, 200) + 20));
  return [...texts, ...values].reduce((sum, size) => sum + size, 0);
}

/** The exchanges of each check, in order; the key is what stands before the number of the case. */
function byCheck(exchanges: readonly ShownExchange[]): Map<string, ShownExchange[]> {
  const groups = new Map<string, ShownExchange[]>();
  for (const exchange of [...exchanges].sort((a, b) => compareIds(a.id, b.id))) {
    const owner = exchange.id.slice(0, Math.max(0, exchange.id.lastIndexOf('/')));
    const group = groups.get(owner);
    if (group === undefined) groups.set(owner, [exchange]);
    else group.push(exchange);
  }
  return groups;
}
