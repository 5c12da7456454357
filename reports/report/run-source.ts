import { exchangeOfLine, type LinePlace } from '../../journal/exchanges.ts';
import { exchangesFile, runFile } from '../../journal/journal.ts';
import { journalLine } from '../../journal/journal-lines.ts';
import type { RunFiles } from '../../journal/run-files.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { caseIdOf, type Evidence } from '../replay/evidence.ts';
import { mergeSamples, noSamples, type Samples } from './samples.ts';
import type { Tally } from './tally.ts';

/** What was read of results folders: samples of what was counted, and single cases and exchanges on demand. */
export interface RunSource extends Evidence {
  samplesOf(requirement: string, operation: Operation): Samples;
}

/** The files of a run, with the places of cases and exchanges in them; of several lines with one id, the first. */
interface ReadPart {
  readonly files: RunFiles;
  readonly cases: ReadonlyMap<string, LinePlace>;
  readonly exchanges: ReadonlyMap<string, LinePlace>;
}

/** The samples of tallies of one run. */
export function samplesIn(tallies: readonly Tally[]): RunSource['samplesOf'] {
  return (requirement, operation) => {
    const all = noSamples();
    for (const tally of tallies) mergeSamples(all, tally.of(requirement, operation).samples);
    return all;
  };
}

/** Reads single lines of files, to which nothing is added any more. */
export function sourceIn(parts: readonly ReadPart[]): Evidence {
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

function readerOf(
  files: RunFiles,
  file: typeof runFile | typeof exchangesFile,
  places: ReadonlyMap<string, LinePlace>,
): (id: string) => Buffer | undefined {
  const readAt = files.reader(file);
  return (id) => {
    const place = places.get(id);
    return place === undefined ? undefined : readAt(place.offset, place.length);
  };
}
