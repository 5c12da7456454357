import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { checkId, checkIdOf } from '../../engine/check.ts';
import { isOfSeries, isOfUsedToken } from '../../engine/session.ts';
import { eachExchangeLine } from '../../journal/exchanges.ts';
import { exchangesFile, runFile } from '../../journal/journal.ts';
import type { JournalLine, RunHeader } from '../../journal/journal-line.ts';
import { journalLines } from '../../journal/journal-lines.ts';
import { writeWhole } from '../../journal/open-regular.ts';
import { collectFrame } from '../../journal/run-journal.ts';
import { shellQuoted } from '../../reports/formats/shell-quote.ts';
import { operationStems } from '../../schemas/openapi.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { isDone } from './read-run.ts';
import type { RunOptions } from './refuse-wrong-usage.ts';
import { lockResults } from './results-folder.ts';

/**
 * Prepares the folder of a stopped run for resuming: keeps completed work, removes the rest. Incomplete checks are
 * conducted again; soak partitions continue after their last checkpoint.
 * @returns what the run was made with
 * @throws UsageError if the folder contains no run, or a completed one.
 */
export function resumeRun(folder: string): RunHeader {
  if (!existsSync(join(folder, runFile)))
    throw new UsageError([`${folder} contains no run to resume. Give its folder with --output.`]);
  // Another process may still be writing to the folder.
  const release = lockResults(folder);
  try {
    return trimmed(folder);
  } finally {
    release();
  }
}

function trimmed(folder: string): RunHeader {
  const frame = collectFrame(folder);
  const ended = new Set<string>();
  const used = new Map<string, string[]>();
  for (const line of journalLines(folder)) {
    frame.take(line);
    if (line.type === 'check' && isDone(line)) ended.add(checkId(line));
    // A case whose judgement was not written any more is not kept.
    if (line.type === 'judgement' && isOfUsedToken(line.case))
      used.set(useOf(line.case), [...(used.get(useOf(line.case)) ?? []), checkIdOf(line.case)]);
  }
  const { header, preflight, footer } = frame.frame();
  if (footer?.ended === 'complete')
    throw new UsageError([`The run in ${folder} has ended; there is nothing to resume. Start a new one.`]);
  if (preflight === undefined)
    throw new UsageError([
      `The run in ${folder} was stopped during preflight. Start it again without --resume.`,
    ]);
  const sent = new Set<string>();
  const { bearerWorks, apiKeyForm } = preflight.facts;
  const whole = operationStems.length * [bearerWorks, apiKeyForm !== null].filter(Boolean).length;
  const areEnded = [...used.values()].flat().every((id) => ended.has(id));
  const isUseKept = (id: string): boolean => areEnded && used.get(useOf(id))?.length === whole;
  const isLineKept = (line: JournalLine): boolean => isKept(line, ended, isUseKept);
  writeWhole(join(folder, runFile), keptLines(folder, isLineKept, sent));
  // Text appended to an incomplete last line would become part of it.
  if (lstatSync(join(folder, exchangesFile), { throwIfNoEntry: false }) !== undefined)
    writeWhole(join(folder, exchangesFile), keptExchanges(folder, sent));
  return header;
}

/** Which use of a token a case belongs to: the first one, one behind a rest, or the last one. */
const useOf = (caseId: string): string => caseId.replace(/^.*-(?:bearer|api-key)-/, '');

/** Exchanges of cases that are conducted again are sent again, with the same ids. */
function* keptExchanges(folder: string, sent: ReadonlySet<string>): Generator<string> {
  for (const { id, bytes } of eachExchangeLine(folder))
    if (sent.has(id) || id.startsWith('preflight@')) yield `${bytes}\n`;
}

/** @param sent receives the ids of the exchanges of the cases that are kept */
function* keptLines(
  folder: string,
  isLineKept: (line: JournalLine) => boolean,
  sent: Set<string>,
): Generator<string> {
  for (const line of journalLines(folder)) {
    if (!isLineKept(line)) continue;
    if (line.type === 'case') for (const { exchange } of line.attempts) sent.add(exchange);
    yield `${JSON.stringify(line)}\n`;
  }
}

/**
 * Ids of soak cases end with their number: `…/soak-17`.
 * @param isUseKept whether a use of a token is, by one of its cases: no token is used again, so a part of it would be there for good
 */
function isKept(line: JournalLine, ended: ReadonlySet<string>, isUseKept: (id: string) => boolean): boolean {
  if (line.type === 'footer') return false;
  if (line.type === 'check') return isDone(line);
  const id = line.type === 'case' ? line.id : line.type === 'judgement' ? line.case : undefined;
  if (id === undefined) return true;
  // What a disguised run is compared with comes after all checks, and is sent again as a whole.
  if (isOfSeries('undisguised', id)) return false;
  if (isOfUsedToken(id)) return isUseKept(id);
  const end = id.lastIndexOf('/');
  return id.startsWith('soak-', end + 1) || ended.has(id.slice(0, end));
}

/** The command that continues an interrupted run, with the options that are not in its results folder. */
export function resumeCommand({ format, strict, requireAll, output, history }: RunOptions): string {
  return [
    'ledger-conformance run --resume',
    ...(output === undefined ? [] : [`--output ${shellQuoted(output)}`]),
    ...(format === undefined ? [] : [`--format ${shellQuoted(format.join(','))}`]),
    ...(history === undefined ? [] : [`--history ${shellQuoted(history)}`]),
    ...(strict === true ? ['--strict'] : []),
    ...(requireAll === true ? ['--require-all'] : []),
  ].join(' ');
}
