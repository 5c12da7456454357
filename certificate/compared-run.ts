import { existsSync, lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { exchangesFile, runFile } from '../journal/journal.ts';
import { filesIn, newLines, type RunFiles } from '../journal/journal-lines.ts';
import { timingOfLine } from '../journal/stored-exchange.ts';
import type { TargetFacts } from '../journal/target-facts.ts';
import type { ComparedRun } from '../reports/compare/comparison.ts';
import { countLines } from '../reports/report/aggregation.ts';
import { whyUntested } from '../reports/report/gate.ts';
import type { Report } from '../reports/report/report.ts';
import { readReport } from '../reports/report/report-file.ts';
import { UsageError } from '../settings/usage-error.ts';
import { readBundle } from './bundle-store.ts';
import { orUnwritten, runFilesOf } from './evidence-lines.ts';
import { manifestFile } from './manifest.ts';
import { reportIn } from './opened-bundle.ts';
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
  return isFolder ? withJournal(readReport(path), filesIn(path)) : { report: readReport(path) };
}

function bundledRun(path: string): ComparedRun {
  try {
    const files = readBundle(path);
    const report = reportIn(files);
    return orUnwritten(files, () => withJournal(report, runFilesOf(files)));
  } catch (error) {
    if (!(error instanceof BundleRefused)) throw error;
    throw new UsageError([
      `${path} cannot be read as a bundle: ${error.message} Run \`ledger-conformance verify\` for details.`,
    ]);
  }
}

/** A report with as much of its journal as there is, read once. */
function withJournal(report: Report, files: RunFiles): ComparedRun {
  const counting = countLines();
  const lines = newLines(files);
  let only: string | null = null;
  let facts: TargetFacts | undefined;
  const [hasLines, hasExchanges] = [files.has(runFile), files.has(exchangesFile)];
  for (const { line } of hasLines ? lines.ofRun(true) : []) {
    if (line.type === 'run') only = line.run.only;
    else if (line.type === 'preflight') facts = line.facts;
    else counting.take(line);
  }
  for (const { bytes } of hasExchanges ? lines.ofExchanges() : []) {
    const timing = timingOfLine(bytes);
    if (timing !== undefined) counting.time(timing);
  }
  const { tally } = counting;
  return {
    report,
    journal: hasLines ? { only, facts, tally } : undefined,
    times: hasExchanges ? tally.counted.times : undefined,
  };
}
