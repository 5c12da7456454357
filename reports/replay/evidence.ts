import type { CaseLine } from '../../journal/case-line.ts';
import { findExchanges } from '../../journal/exchanges.ts';
import { findCases } from '../../journal/journal-lines.ts';
import type { RunJournal } from '../../journal/run-journal.ts';
import type { Exchange } from '../../wire/exchange.ts';
import type { Report } from '../report/report.ts';

/** Where a renderer finds requests and answers. */
export interface Evidence {
  exchange(id: string): Exchange | undefined;
  /** The case for which an exchange was sent. */
  caseOf(exchange: string): CaseLine | undefined;
}

/** The id of the case, from the id of one of its exchanges. */
export function caseIdOf(exchange: string): string {
  return exchange.slice(0, Math.max(0, exchange.lastIndexOf('#')));
}

/** The evidence in a journal that was read completely. */
export function evidenceOf(journal: RunJournal): Evidence {
  const cases = new Map(journal.cases.map((line) => [line.id, line]));
  return {
    exchange: (id) => journal.exchanges.get(id),
    caseOf: (exchange) => cases.get(caseIdOf(exchange)),
  };
}

/** The evidence for the findings of a report only, so that a long run needs little memory. */
export function evidenceFor(report: Report, folders: readonly string[]): Evidence {
  const ids = new Set([
    ...report.results.flatMap(({ findings }) =>
      findings.flatMap(({ exchanges, behind = [] }) => [...behind, ...exchanges]),
    ),
    ...(report.targetStop?.candidates ?? []).map(({ exchange }) => exchange),
  ]);
  const exchanges = new Map<string, Exchange>();
  const cases = new Map<string, CaseLine>();
  if (ids.size > 0) {
    for (const folder of folders) {
      for (const [id, exchange] of findExchanges(folder, ids)) exchanges.set(id, exchange);
      for (const [id, line] of findCases(folder, [...ids].map(caseIdOf))) cases.set(id, line);
    }
  }
  return { exchange: (id) => exchanges.get(id), caseOf: (exchange) => cases.get(caseIdOf(exchange)) };
}
