import { existsSync, lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type ComparedRun, withJournal } from '../reports/compare/compared-run.ts';
import { whyUntested } from '../reports/report/gate.ts';
import { readReport } from '../reports/report/read-report.ts';
import { UsageError } from '../settings/usage-error.ts';
import { readBundle } from './bundle-store.ts';
import { checkLines } from './evidence-lines.ts';
import { manifestFile } from './manifest.ts';
import { reportIn, unpackEvidence } from './opened-bundle.ts';
import { BundleRefused } from './refusal.ts';

/**
 * Reads the run in a report.json, a results folder, or a bundle (folder or archive). A bundle is not verified.
 * @throws UsageError if there is none, it cannot be read, or it tested nothing
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
  const isFolder = statSync(path).isDirectory();
  if (isFolder ? existsSync(join(path, manifestFile)) : path.endsWith('.zip')) return bundledRun(path);
  return isFolder ? withJournal(readReport(path), path) : { report: readReport(path) };
}

function bundledRun(path: string): ComparedRun {
  try {
    const files = readBundle(path);
    const report = reportIn(files);
    const evidence = unpackEvidence(files);
    try {
      return withJournal(report, evidence.folder());
    } catch (error) {
      // Checking every line first would be slow; a line that the suite does not write explains the failure.
      checkLines(files);
      throw error;
    } finally {
      evidence.remove();
    }
  } catch (error) {
    if (!(error instanceof BundleRefused)) throw error;
    throw new UsageError([
      `${path} cannot be read as a bundle: ${error.message} Run \`ledger-conformance verify\` for details.`,
    ]);
  }
}
