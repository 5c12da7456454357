import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readRegular } from '../../journal/open-regular.ts';
import { violationsOf } from '../../json/ajv.ts';
import { readJson } from '../../json/read-json.ts';
import { UsageError } from '../../settings/usage-error.ts';
import comparisonSchema from '../compare/comparison.schema.json' with { type: 'json' };
import type { Comparison } from '../compare/comparison.ts';
import reportSchema from '../report/report.schema.json' with { type: 'json' };
import { readReport, reportFile } from '../report/report-file.ts';
import type { Night } from './history.ts';

/** What changed since the night before, next to the report of a night. */
const comparisonFile = 'comparison.json';

/**
 * The nights in a history folder: every folder in it with a report, the oldest first. They are ordered by the start of
 * their runs.
 * @throws UsageError if the folder cannot be read, or a report in it is not one
 */
export function readNights(history: string): Night[] {
  return foldersIn(history)
    .filter((name) => existsSync(join(history, name, reportFile)))
    .map((name) => ({
      name,
      report: readReport(join(history, name)),
      comparison: comparisonIn(join(history, name, comparisonFile)),
    }))
    .sort((one, other) => {
      const [a, b] = [one.report.run.startedAt, other.report.run.startedAt];
      return a < b ? -1 : Number(a > b);
    });
}

function foldersIn(history: string): string[] {
  try {
    return readdirSync(history, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  } catch {
    throw new UsageError([`${history} cannot be read. Give a folder that contains results folders.`]);
  }
}

/** Null also for a comparison of another version: a trend can be shown without it. */
function comparisonIn(path: string): Comparison | null {
  if (!existsSync(path)) return null;
  const read = readJson(readRegular(path));
  if ('problem' in read || violationsOf(comparisonSchema, read.value, [reportSchema]).length > 0) return null;
  return read.value as Comparison;
}
