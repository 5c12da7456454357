import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openRegular, writeWhole } from '../../journal/open-regular.ts';
import { violationsOf } from '../../json/ajv.ts';
import { isNestedWithoutEnd } from '../../json/depth-of.ts';
import { readJson } from '../../json/read-json.ts';
import { readBytes } from '../../settings/read-file.ts';
import { UsageError } from '../../settings/usage-error.ts';
import reportSchema from './report.schema.json' with { type: 'json' };
import type { Report } from './report.ts';

/**
 * Reads the report in a file or a results folder.
 * @throws UsageError if there is none, or it does not match the schema
 */
export function readReport(fileOrFolder: string): Report {
  const inFolder = statSync(fileOrFolder, { throwIfNoEntry: false })?.isDirectory() === true;
  const path = inFolder ? join(fileOrFolder, reportFile) : fileOrFolder;
  const advice = 'Give the report.json of a run, or its results folder.';
  // A link is followed only if the user names it.
  const open = inFolder ? () => openRegular(path, 'read') : undefined;
  const bytes = readBytes(path, `${path} cannot be read. ${advice}`, mebibytesAtMost, open);
  const read = isNestedWithoutEnd(bytes) ? { problem: 'what is nested too deeply' } : readJson(bytes);
  if ('problem' in read) throw new UsageError([`${path} contains ${read.problem}. ${advice}`]);
  const [wrong] = violationsOf(reportSchema, read.value);
  if (wrong !== undefined) {
    throw new UsageError([
      `${path} is not a report of this version: ${wrong.instancePath || 'its content'} ${wrong.message}. Make it again from its results folder.`,
    ]);
  }
  return read.value as Report;
}

/** How much of a report is read, in MiB. */
const mebibytesAtMost = 128;

/** The name of the report in a results folder. */
export const reportFile = 'report.json';

/**
 * Writes report.json into a results folder, atomically, and returns its path; equal reports give equal text.
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
  writeWhole(path, [`${JSON.stringify(report, null, 2)}\n`]);
  return path;
}
