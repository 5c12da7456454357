import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkId } from '../../checks/checks.ts';
import { eachExchangeLine } from '../../journal/exchanges.ts';
import { exchangesFile, runFile } from '../../journal/journal.ts';
import type { CheckLine, JournalLine, RunHeader } from '../../journal/journal-line.ts';
import { journalLines } from '../../journal/journal-lines.ts';
import { collectFrame } from '../../journal/run-frame.ts';
import type { TargetFacts } from '../../journal/target-facts.ts';
import { writeWhole } from '../../journal/write-whole.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { lockResults } from './results-folder.ts';

/** A run that was stopped, and what is needed to continue it. */
export interface ResumedRun {
  readonly header: RunHeader;
  readonly facts: TargetFacts;
}

/**
 * Prepares the folder of a stopped run to be continued: what was half done is removed, what was done is kept. A check
 * without its end is conducted again, a soak partition goes on behind its last checkpoint.
 * @throws UsageError where the folder holds no run, or one that ended.
 */
export function resumeRun(folder: string): ResumedRun {
  if (!existsSync(join(folder, runFile)))
    throw new UsageError([`${folder} contains no run to resume. Give its folder with --output.`]);
  // Another process may be writing to it still.
  const release = lockResults(folder);
  try {
    return trimmed(folder);
  } finally {
    release();
  }
}

function trimmed(folder: string): ResumedRun {
  const frame = collectFrame(folder);
  const ended = new Set<string>();
  for (const line of journalLines(folder)) {
    frame.take(line);
    if (line.type === 'check' && isDone(line)) ended.add(checkId(line));
  }
  const { header, preflight, footer } = frame.frame();
  if (footer?.ended === 'complete')
    throw new UsageError([`The run in ${folder} has ended; there is nothing to resume. Start a new one.`]);
  if (preflight === undefined)
    throw new UsageError([
      `The run in ${folder} was stopped during preflight. Start it again without --resume.`,
    ]);
  writeWhole(join(folder, runFile), keptLines(folder, ended));
  // A last line that was cut would run into the next one.
  if (existsSync(join(folder, exchangesFile)))
    writeWhole(join(folder, exchangesFile), wholeExchanges(folder));
  return { header, facts: preflight.facts };
}

function* wholeExchanges(folder: string): Generator<string> {
  for (const { text } of eachExchangeLine(folder)) yield `${text}\n`;
}

function isDone({ state, partition }: CheckLine): boolean {
  return partition === undefined && (state === 'done' || state === 'not-exercised');
}

function* keptLines(folder: string, ended: ReadonlySet<string>): Generator<string> {
  for (const line of journalLines(folder)) if (isKept(line, ended)) yield `${JSON.stringify(line)}\n`;
}

/** Cases of a soak end with their number in it: `…/soak-17`. */
function isKept(line: JournalLine, ended: ReadonlySet<string>): boolean {
  if (line.type === 'footer') return false;
  if (line.type === 'check') return isDone(line);
  const id = line.type === 'case' ? line.id : line.type === 'judgement' ? line.case : undefined;
  if (id === undefined) return true;
  const end = id.lastIndexOf('/');
  return id.startsWith('soak-', end + 1) || ended.has(id.slice(0, end));
}
