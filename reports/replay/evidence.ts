import type { CaseLine } from '../../journal/case-line.ts';
import { exchangeOfLine, type LinePlace } from '../../journal/exchanges.ts';
import { exchangesFile, runFile } from '../../journal/journal.ts';
import { journalLine } from '../../journal/journal-lines.ts';
import type { RunFiles } from '../../journal/run-files.ts';
import type { RunJournal } from '../../journal/run-journal.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Exchange } from '../../wire/exchange.ts';
import type { Samples } from '../report/samples.ts';

/** Where a renderer finds requests and answers. */
export interface Evidence {
  /** The ids of all exchanges, in the order of their file. */
  ids(): Iterable<string>;
  exchange(id: string): Exchange | undefined;
  /** The case for which an exchange was sent. */
  caseOf(exchange: string): CaseLine | undefined;
}

/** What was read of results folders: samples of what was counted, and single cases and exchanges on demand. */
export interface RunSource extends Evidence {
  samplesOf(requirement: string, operation: Operation): Samples;
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

type Places = ReadonlyMap<string, LinePlace>;

/**
 * Reads single lines of files, to which nothing is added any more.
 * @param parts the places of cases and exchanges in the files; of several lines with one id, the first
 */
export function evidenceIn(
  parts: readonly { readonly files: RunFiles; readonly cases: Places; readonly exchanges: Places }[],
): Evidence {
  const readers = parts.map(({ files, cases, exchanges }) => ({
    caseAt: readerOf(files, runFile, cases),
    exchangeAt: readerOf(files, exchangesFile, exchanges),
  }));
  return {
    ids: () => parts.flatMap(({ exchanges }) => [...exchanges.keys()]),
    exchange(id) {
      const [bytes] = readers.flatMap(({ exchangeAt }) => exchangeAt(id) ?? []);
      return bytes === undefined ? undefined : exchangeOfLine(bytes);
    },
    caseOf(exchange) {
      const [bytes] = readers.flatMap(({ caseAt }) => caseAt(caseIdOf(exchange)) ?? []);
      const line = bytes === undefined ? undefined : journalLine(bytes, true, () => `A line of ${runFile}`);
      return line?.type === 'case' ? line : undefined;
    },
  };
}

function readerOf(files: RunFiles, file: typeof runFile | typeof exchangesFile, places: Places) {
  const readAt = files.reader(file);
  return (id: string): Buffer | undefined => {
    const place = places.get(id);
    return place === undefined ? undefined : readAt(place.offset, place.length);
  };
}
