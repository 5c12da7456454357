import { existsSync, lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { exchangesFile, runFile } from '../../journal/journal.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { BundleRefused } from '../bundle/bundle-refused.ts';
import { readBundle } from '../bundle/bundle-store.ts';
import { checkLines } from '../bundle/evidence-lines.ts';
import { type Files, manifestFile } from '../bundle/manifest.ts';
import { openBundle } from '../bundle/opened-bundle.ts';
import { reportIn } from '../bundle/typed-content.ts';
import { whyUntested } from '../report/gate.ts';
import { readReport } from '../report/read-report.ts';
import type { Report } from '../report/report.ts';
import type { ComparedPace } from './comparison.ts';
import { type Survey, surveyJournal, surveyPace } from './survey.ts';

/** A run to compare. A report alone gives less evidence for causes than a report with its journal. */
export interface ComparedRun {
  readonly report: Report;
  readonly survey?: Survey;
  /** Undefined if the exchanges were not kept. */
  readonly pace?: ReadonlyMap<Operation, ComparedPace>;
}

/**
 * Reads the run in a report.json, a results folder, or a bundle (folder or archive). A bundle is not verified.
 * @throws UsageError if there is none, or it cannot be read
 */
export function readComparedRun(path: string): ComparedRun {
  const run = readRun(path);
  const untested = whyUntested(run.report);
  if (untested === undefined) return run;
  throw new UsageError([`The run in ${path} tested nothing: ${untested} Give another one to compare.`]);
}

function readRun(path: string): ComparedRun {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
    throw new UsageError([
      `${path} does not exist. Give a report.json, a results folder, or a bundle (a folder or a .zip).`,
    ]);
  }
  if (!statSync(path).isDirectory()) {
    return path.endsWith('.zip') ? bundledRun(path) : { report: readReport(path) };
  }
  return existsSync(join(path, manifestFile)) ? bundledRun(path) : withJournal(readReport(path), path);
}

function withJournal(report: Report, folder: string): ComparedRun {
  return {
    report,
    ...(existsSync(join(folder, runFile)) ? { survey: surveyJournal(folder) } : {}),
    ...(existsSync(join(folder, exchangesFile)) ? { pace: surveyPace(folder) } : {}),
  };
}

function bundledRun(path: string): ComparedRun {
  try {
    const files = readBundle(path);
    return withEvidence(reportIn(files), files);
  } catch (error) {
    if (!(error instanceof BundleRefused)) throw error;
    throw new UsageError([
      `${path} cannot be read as a bundle: ${error.message} Run \`ledger-conformance verify\` for details.`,
    ]);
  }
}

function withEvidence(report: Report, files: Files): ComparedRun {
  const bundle = openBundle(files);
  try {
    return withJournal(report, bundle.evidence);
  } catch (error) {
    // Checking every line first would be slow; a line that the suite does not write explains the failure.
    checkLines(files);
    throw error;
  } finally {
    bundle.close();
  }
}
