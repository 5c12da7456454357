import type { CaseLine } from '../../journal/case-line.ts';
import type { RunJournal } from '../../journal/run-journal.ts';
import type { Exchange } from '../../wire/exchange.ts';

/** Where a renderer finds requests and answers. */
export interface Evidence {
  /** The ids of all exchanges, in the order of their file. */
  ids(): Iterable<string>;
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
    ids: () => journal.exchanges.keys(),
    exchange: (id) => journal.exchanges.get(id),
    caseOf: (exchange) => cases.get(caseIdOf(exchange)),
  };
}
