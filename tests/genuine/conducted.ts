import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finishRun } from '../../cli/run/finish-run.ts';
import { type PreparedRun, prepareRun } from '../../cli/run/prepare-run.ts';
import { readRun } from '../../cli/run/read-run.ts';
import { resumeRun } from '../../cli/run/resume-run.ts';
import { checkId } from '../../engine/check.ts';
import { conductAll, inOrder } from '../../engine/conduct-all.ts';
import { meantBy } from '../../engine/named-checks.ts';
import { runCheck } from '../../engine/run-check.ts';
import { ofUsedToken } from '../../engine/session.ts';
import { openWorkerSession } from '../../engine/worker-session.ts';
import { runFile } from '../../journal/journal.ts';
import { journalLines } from '../../journal/journal-lines.ts';
import { operationDefinitions } from '../../operations/operations.ts';
import type { Environment } from '../../settings/run-environment.ts';
import { allChecks } from '../../specs/all.ts';

/** What a run is conducted with, besides its settings. */
interface Conducting {
  readonly shard?: string;
  /** After how many checks it is stopped, before it is resumed. */
  readonly stoppedAfter?: number;
  /** Behind how many cases of a token that is used again and again it is stopped, before it is resumed. */
  readonly stoppedInUse?: number;
  /** Called before each check, with how many began before. */
  readonly onCheck?: (begun: number) => Promise<void>;
}

/** Conducts a run as the command does, but in this process instead of Playwright's. Its results are in the folder of the settings. */
export async function conducted(environment: Environment, options: Conducting = {}): Promise<void> {
  const { shard, stoppedAfter } = options;
  const asked = { shard, waitsForExpiry: true };
  let prepared = await prepareRun(environment, asked);
  try {
    await conductChecks(prepared, options);
    if (stoppedAfter !== undefined) {
      await prepared.close();
      resumeRun(prepared.folder);
      prepared = await prepareRun(environment, { ...asked, resumed: true });
      await conductChecks(prepared, { ...options, stoppedAfter: undefined });
    }
    let reader = readRun(prepared.folder);
    await prepared.useTokenAgain?.();
    if (options.stoppedInUse !== undefined && cutInUse(prepared.folder, options.stoppedInUse)) {
      await prepared.close();
      resumeRun(prepared.folder);
      prepared = await prepareRun(environment, { ...asked, resumed: true });
      reader = readRun(prepared.folder);
    }
    if (prepared.settings.disguise) await prepared.compareUndisguised(reader.broken());
    const liveness = await prepared.checkLiveness(reader.unanswered());
    const { profile } = prepared;
    finishRun(reader, { strict: false, requireAll: true, profile, interrupted: false, liveness });
  } finally {
    await prepared.close();
  }
}

async function conductChecks(prepared: PreparedRun, options: Conducting): Promise<void> {
  const { stoppedAfter = Number.POSITIVE_INFINITY, onCheck } = options;
  const { configuration, folder } = prepared;
  const { disguise, seed, nonce } = configuration.settings;
  const ended = new Set([...journalLines(folder, 'check')].map(checkId));
  const meant = allChecks.filter(meantBy(configuration)).filter((check) => !ended.has(checkId(check)));
  const ordered = operationDefinitions.flatMap(({ operation }) =>
    inOrder(
      meant.filter((check) => check.operation === operation),
      disguise ? [seed, nonce] : undefined,
    ),
  );
  const { session, close } = openWorkerSession(configuration, false);
  let begun = 0;
  await conductAll(ordered, session.bodies, async (check) => {
    begun += 1;
    if (begun > stoppedAfter) return 'done';
    await onCheck?.(begun);
    return (await runCheck(session, check)).state;
  }).finally(close);
}

/** Cuts the journal off behind one of the cases of a used token, as the end of the process would; false if there are not so many. */
function cutInUse(folder: string, place: number): boolean {
  const file = join(folder, runFile);
  const lines = readFileSync(file, 'utf8').split('\n');
  const uses = [...lines.entries()].filter(([, line]) => line.includes(`/${ofUsedToken}-`));
  const cutAt = uses.filter(([, line]) => line.startsWith('{"type":"case"'))[place]?.[0];
  if (cutAt === undefined) return false;
  writeFileSync(file, `${lines.slice(0, cutAt + 1).join('\n')}\n`);
  return true;
}

/** The results folder of one of the shards. */
export function shardFolder(folder: string, index: number): string {
  return join(folder, `shard-${index}`);
}
