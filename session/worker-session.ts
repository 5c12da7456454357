import { fileJournal } from '../journal/journal.ts';
import { journalLines } from '../journal/journal-lines.ts';
import type { TargetFacts } from '../journal/target-facts.ts';
import { loadProfile } from '../settings/load-profile.ts';
import type { WorkerConfiguration } from '../settings/worker-configuration.ts';
import { openAccess, openSession } from './open-session.ts';
import type { Session } from './session.ts';

/** The session of one worker of a prepared run; facts come from the journal. */
export interface WorkerSession {
  readonly session: Session;
  close(): Promise<void>;
}

/** Opens the session of one of so many workers. */
export function openWorkerSession(
  configuration: WorkerConfiguration | undefined,
  workers: number,
): WorkerSession {
  if (configuration === undefined)
    throw new Error(
      'The run was not prepared; start it with `ledger-conformance run` or `npx playwright test`.',
    );
  const { folder, stateFolder, redactionKey, crowded, settings: all } = configuration;
  // Rate and concurrency limits apply to all workers together.
  const settings = {
    ...all,
    concurrency: Math.max(1, Math.floor(all.concurrency / workers)),
    rate: all.rate === undefined ? undefined : all.rate / workers,
  };
  const access = openAccess(settings, all.target, Buffer.from(redactionKey, 'hex'), crowded);
  const journal = fileJournal(folder);
  const profile = loadProfile(all.profile);
  const session = openSession({ settings, access, facts: factsOf(folder), profile, journal, stateFolder });
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
  throw new Error(`${folder} contains no preflight line; prepare the run first.`);
}
