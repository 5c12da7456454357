import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileJournal } from '../../journal/journal.ts';
import type { RunFailure, RunHeader } from '../../journal/journal-line.ts';
import type { Profile } from '../../profiles/profile.ts';
import { plainLine } from '../../reports/formats/plain-text.ts';
import { readFolder } from '../../reports/report/aggregation.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { readableEnvironment } from '../../settings/run-environment.ts';
import { UnwritableResults } from '../../settings/run-errors.ts';
import { validSettings } from '../../settings/settings.ts';
import { explained } from '../output/exit-status.ts';
import { warn } from '../output/say.ts';
import { endJournal, reportOn } from './finish-run.ts';
import { type FormatName, formatFiles, isFormat } from './format-files.ts';
import { writeFormats } from './formats.ts';
import { headerOf } from './prepare-run.ts';
import { type RunOptions, withOptions } from './refuse-wrong-usage.ts';
import { beginResults, FolderInUse, lockResults } from './results-folder.ts';

/** A run that may fail. */
export interface Attempt {
  readonly options: RunOptions;
  /** Whether its journal has begun, or it goes on with that of the run that it resumes: then nothing is removed. */
  isBegun: boolean;
}

/**
 * Leaves results that say why a run could not begin or go on: the end of the journal, report.json and the formats. What an
 * earlier run left in the folder is removed first; where another run writes to it, or it has something else, nothing is changed.
 * Resolves to the exit status in the report; undefined if there is none.
 */
export async function leaveResults(error: unknown, attempt: Attempt): Promise<number | undefined> {
  const { options, isBegun } = attempt;
  if (error instanceof FolderInUse || error instanceof UnwritableResults) return undefined;
  if (options.resume === true && !isBegun) return undefined;
  const environment = withOptions(readableEnvironment(), options);
  if (environment.CONFORMANCE_OUTPUT === '') return undefined;
  const settings = validSettings(environment, (options.requireTarget ?? false) !== false);
  const folder = resolve(settings.output);
  const profile = profileOf(settings.profile);
  try {
    const release = isBegun ? lockResults(folder) : beginResults(folder);
    try {
      if (!isBegun) beginJournal(folder, headerOf(settings, profile, selectionOf(options)));
      endJournal(folder, { interrupted: true, failure: failureOf(error) });
      return await reportFailure(folder, profile, attempt);
    } finally {
      release();
    }
  } catch (problem) {
    const { lines } = explained(problem);
    // The error itself may be that the folder is not writable.
    if (lines.join('\n') !== explained(error).lines.join('\n')) warn(...lines);
    return undefined;
  }
}

function beginJournal(folder: string, header: RunHeader): void {
  const journal = fileJournal(folder);
  journal.line(header);
  journal.flush();
}

/** The selection without a shard that is none. */
function selectionOf({ shard, ...options }: RunOptions): RunOptions {
  return shard !== undefined && /^[1-9]\d*\/[1-9]\d*$/.test(shard) ? { ...options, shard } : options;
}

async function reportFailure(
  folder: string,
  profile: Profile,
  { options, isBegun }: Attempt,
): Promise<number> {
  const { strict = false, requireAll = false, history } = options;
  const run = reportOn(folder, readFolder(folder), { strict, requireAll, profile });
  const wanted = (options.format ?? []).filter(isFormat);
  const formats = (wanted.length === 0 ? (['junit'] as const) : wanted).filter(
    // What is still there is not of a run.
    (name: FormatName) => isBegun || !formatFiles[name].some((file) => existsSync(join(folder, file))),
  );
  const nights = history !== undefined && existsSync(history) ? history : undefined;
  warn(...writeFormats(formats, run, nights));
  return run.view.gate.status;
}

function profileOf(nameOrPath: string | undefined): Profile {
  try {
    return loadProfile(nameOrPath);
  } catch {
    return loadProfile();
  }
}

function failureOf(error: unknown): RunFailure {
  const { status, lines } = explained(error);
  const causes = lines
    .flatMap((line) => line.split('\n'))
    .map((line) => plainLine(line, 1_000).replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
  return { status: status as RunFailure['status'], causes };
}
