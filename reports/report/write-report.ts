import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../journal/write-whole.ts';
import { violationsOf } from '../../json/ajv.ts';
import reportSchema from './report.schema.json' with { type: 'json' };
import type { Report } from './report.ts';

/** The name of the report in a results folder. */
export const reportFile = 'report.json';

/** The text of report.json; equal reports give equal text. */
export function reportText(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

/**
 * Writes report.json into a results folder, atomically, and returns its path.
 * @throws Error if it cannot be written, or does not match its own schema, which is a bug in the suite
 */
export function writeReport(folder: string, report: Report): string {
  const [wrong] = violationsOf(reportSchema, report);
  if (wrong !== undefined) {
    throw new Error(
      `The report is not valid at ${wrong.instancePath || '/'}: ${wrong.message}. This is a defect of the suite; report it.`,
    );
  }
  mkdirSync(folder, { recursive: true });
  const path = join(folder, reportFile);
  writeWhole(path, [reportText(report)]);
  return path;
}
