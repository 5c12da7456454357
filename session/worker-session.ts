import { fileJournal } from '../journal/journal.ts';
import { journalLines } from '../journal/journal-lines.ts';
import type { TargetFacts } from '../journal/target-facts.ts';
import { loadProfile } from '../settings/load-profile.ts';
import { environmentWithFile, runVariables } from '../settings/run-environment.ts';
import { readSettings } from '../settings/settings.ts';
import { openAccess, openSession } from './open-session.ts';
import type { Session } from './session.ts';

/** The session of one worker of a prepared run: settings from the environment, facts from the journal. */
export interface WorkerSession {
  readonly session: Session;
  close(): Promise<void>;
}

export function openWorkerSession(workers: number): WorkerSession {
  const folder = process.env[runVariables.folder];
  const state = process.env[runVariables.state];
  const key = process.env[runVariables.redactionKey];
  if (folder === undefined || state === undefined || key === undefined) {
    throw new Error(
      'The run was not prepared; start it by `ledger-conformance run` or `npx playwright test`.',
    );
  }
  const all = readSettings(environmentWithFile());
  if (all.target === undefined)
    throw new Error('A worker was started without a target; prepare the run first.');
  // The bounds of politeness hold for all workers together.
  const settings = {
    ...all,
    concurrency: Math.max(1, Math.floor(all.concurrency / workers)),
    ...(all.rate === undefined ? {} : { rate: all.rate / workers }),
  };
  const access = openAccess(settings, all.target, Buffer.from(key, 'hex'));
  const journal = fileJournal(folder);
  const session = openSession(
    settings,
    access,
    factsOf(folder),
    loadProfile(all.profile ?? 'document'),
    journal,
    state,
  );
  return {
    session,
    async close() {
      journal.flush();
      await access.wire.close();
    },
  };
}

function factsOf(folder: string): TargetFacts {
  for (const line of journalLines(folder, (start) => start.startsWith('{"type":"preflight"')))
    if (line.type === 'preflight') return line.facts;
  throw new Error(`${folder} holds no preflight line; prepare the run first.`);
}
