import type { CaseLine } from '../../journal/case-line.ts';
import { exchangesAt, type LinePlace } from '../../journal/exchanges.ts';
import { exchangesFile, runFile } from '../../journal/journal.ts';
import { journalLine, type RunFiles } from '../../journal/journal-lines.ts';
import type { RunJournal } from '../../journal/run-journal.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Exchange } from '../../wire/exchange.ts';
import type { Samples } from '../report/samples.ts';

/** What was read of a run beside its report: single cases and exchanges on demand, and samples of what was counted. */
export interface Evidence {
  /** The ids of all exchanges, in the order of their file. */
  ids(): Iterable<string>;
  exchange(id: string): Exchange | undefined;
  /** The case for which an exchange was sent. */
  caseOf(exchange: string): CaseLine | undefined;
  samplesOf(requirement: string, operation: Operation): Samples;
}

/** The id of the case, from the id of one of its exchanges. */
export function caseIdOf(exchange: string): string {
  return exchange.slice(0, Math.max(0, exchange.lastIndexOf('#')));
}

/** The evidence in a journal that was read completely. */
export function evidenceOf(journal: RunJournal): Omit<Evidence, 'samplesOf'> {
  const cases = new Map(journal.cases.map((line) => [line.id, line]));
  return {
    ids: () => journal.exchanges.keys(),
    exchange: (id) => journal.exchanges.get(id),
    caseOf: (exchange) => cases.get(caseIdOf(exchange)),
  };
}

/** Reads single lines of files, to which nothing is added any more; of several lines with one id, the first. */
export function evidenceIn(
  files: RunFiles,
  caseAt: ReadonlyMap<string, LinePlace>,
  exchangeAt: ReadonlyMap<string, LinePlace>,
): Omit<Evidence, 'samplesOf'> {
  const exchanges = exchangesAt(exchangeAt, files.reader(exchangesFile));
  const readAt = files.reader(runFile);
  return {
    ids: () => exchanges.keys(),
    exchange: (id) => exchanges.get(id),
    caseOf(exchange) {
      const place = caseAt.get(caseIdOf(exchange));
      if (place === undefined) return undefined;
      const line = journalLine(readAt(place.offset, place.length), true, () => `A line of ${runFile}`);
      return line?.type === 'case' ? line : undefined;
    },
  };
}
