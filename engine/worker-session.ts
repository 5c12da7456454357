import { fileJournal } from '../journal/journal.ts';
import { journalLines } from '../journal/journal-lines.ts';
import type { TargetFacts } from '../journal/target-facts.ts';
import { loadProfile } from '../settings/load-profile.ts';
import type { WorkerConfiguration } from '../settings/worker-configuration.ts';
import { recallBodies } from './earlier-part.ts';
import { openAccess, openSession } from './open-session.ts';
import type { Session } from './session.ts';

/**
 * Opens the session of the worker that conducts a prepared run; facts come from the journal.
 * @param isRestarted whether another worker has begun the run, so that the journal tells what it did
 */
export function openWorkerSession(
  configuration: WorkerConfiguration | undefined,
  isRestarted: boolean,
): { readonly session: Session; close(): Promise<void> } {
  if (configuration === undefined)
    throw new Error(
      'The run was not prepared; start it with `ledger-conformance run` or `npx playwright test`.',
    );
  const { folder, redactionKey, crowded, resumed, settings } = configuration;
  const access = openAccess(settings, settings.target, Buffer.from(redactionKey, 'hex'), crowded);
  const journal = fileJournal(folder);
  const profile = loadProfile(settings.profile);
  const session = openSession(access, { settings, facts: factsOf(folder), profile, journal });
  if (resumed || isRestarted) recallBodies(folder, session.bodies);
  return {
    session,
    async close() {
      journal.flush();
      await access.wire.close();
    },
  };
}

function factsOf(folder: string): TargetFacts {
  for (const { facts } of journalLines(folder, 'preflight')) return facts;
  throw new Error(`${folder} contains no preflight line; prepare the run first.`);
}
