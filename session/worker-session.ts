import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileJournal, runFile } from '../journal/journal.ts';
import type { JournalLine } from '../journal/journal-line.ts';
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
  const path = join(folder, runFile);
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  for (const line of lines) {
    if (!line.startsWith('{"type":"preflight"')) continue;
    const parsed = JSON.parse(line) as JournalLine;
    if (parsed.type === 'preflight') return parsed.facts;
  }
  throw new Error(`${path} holds no preflight line; prepare the run first.`);
}
