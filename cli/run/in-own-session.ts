import { type Access, openSession } from '../../engine/open-session.ts';
import type { Session } from '../../engine/session.ts';
import { fileJournal } from '../../journal/journal.ts';
import type { TargetFacts } from '../../journal/target-facts.ts';
import type { Profile } from '../../profiles/profile.ts';
import type { Settings, TargetSettings } from '../../settings/settings.ts';

/** What a session of its own needs of a run. */
export interface RunParts {
  readonly settings: Settings & { readonly target: TargetSettings };
  readonly open: (settings?: Settings) => Access;
  readonly facts: TargetFacts;
  readonly profile: Profile;
  readonly folder: string;
}

/** Works with a session on connections of its own, and adds to the journal of the run. */
export async function inOwnSession<T>(
  { settings, open, facts, profile, folder }: RunParts,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const access = open(settings);
  const journal = fileJournal(folder);
  try {
    return await work(openSession(access, { settings, facts, profile, journal }));
  } finally {
    journal.flush();
    await access.wire.close();
  }
}
