import { existsSync, statSync } from 'node:fs';
import { readJournal } from '../../journal/journal-reader.ts';
import { evidenceOf } from '../../reports/replay/evidence.ts';
import { judgeAgain } from '../../reports/replay/judge-again.ts';
import { columnsOf } from '../../reports/terminal/lines.ts';
import { renderSummary } from '../../reports/terminal/terminal.ts';
import { loadProfile, recordedProfile } from '../../settings/load-profile.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { exitStatus } from '../output/exit-status.ts';
import { orMalformed } from '../output/or-malformed.ts';
import { say } from '../output/say.ts';
import { type JudgeOptions, judgeRecordingFile } from './judge/judge-recording-file.ts';

/** Judges exchanges again without sending anything: a results folder, or a recording of another tool. */
export async function judge(path: string, options: JudgeOptions): Promise<number> {
  if (!existsSync(path))
    throw new UsageError([`${path} does not exist. Give a results folder or a recording (.ndjson).`]);
  return statSync(path).isDirectory()
    ? orMalformed([path], () => judgeFolder(path, options))
    : judgeRecordingFile(path, options);
}

function judgeFolder(folder: string, options: JudgeOptions): number {
  const journal = readJournal(folder);
  const profile =
    options.profile === undefined
      ? recordedProfile(journal.header.profile)
      : loadProfile(options.profile, '--profile');
  const { report, differing, notJudged } = judgeAgain(journal, profile, {
    strict: options.strict === true,
    requireAll: false,
    only: null,
  });
  process.stdout.write(
    renderSummary(report, evidenceOf(journal), { columns: columnsOf(process.stdout), colour: false }),
  );
  count(
    notJudged,
    'case was not judged, because its exchanges or its judge are missing',
    'cases were not judged, because their exchanges or judges are missing',
  );
  if (options.profile === undefined || options.profile === journal.header.profile) {
    count(
      differing,
      'case is judged differently than in the run',
      'cases are judged differently than in the run',
    );
    say(
      `Judged ${journal.cases.length - notJudged.length} cases again; ${differing.length} differ from the run.`,
    );
    if (differing.length > 0) return exitStatus.suiteFailed;
  }
  return report.gate.status;
}

function count(ids: readonly string[], one: string, many: string): void {
  if (ids.length === 0) return;
  say(
    `${ids.length} ${ids.length === 1 ? one : many}: ${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ', …' : ''}`,
  );
}
