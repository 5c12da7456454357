import { mergeFrames } from './merge-frames.ts';
import type { RunJournal } from './run-journal.ts';

/**
 * The journals of the shards of a run as one.
 * @throws UsageError where they are not shards of the same run, or one of them is given twice.
 */
export function mergeJournals(journals: readonly RunJournal[]): RunJournal {
  const { header, preflight, waivers, footer, problems: missing } = mergeFrames(journals);
  const problems = [...new Set([...journals.flatMap((journal) => journal.problems), ...missing])].sort();
  return {
    header,
    ...(preflight === undefined ? {} : { preflight }),
    ...(waivers === undefined ? {} : { waivers }),
    ...(footer === undefined ? {} : { footer }),
    cases: journals.flatMap(({ cases }) => cases),
    judgements: new Map(journals.flatMap(({ judgements }) => [...judgements])),
    checks: journals.flatMap(({ checks }) => checks),
    sums: journals.flatMap(({ sums = [] }) => sums),
    exchanges: {
      size: journals.reduce((sum, { exchanges }) => sum + exchanges.size, 0),
      get(id) {
        for (const { exchanges } of journals) {
          const exchange = exchanges.get(id);
          if (exchange !== undefined) return exchange;
        }
        return undefined;
      },
    },
    incomplete: journals.some(({ incomplete }) => incomplete) || missing.length > 0,
    problems,
  };
}
