import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Access, openAccess, openSession } from '../../engine/open-session.ts';
import type { Session } from '../../engine/session.ts';
import { type MemoryJournal, memoryJournal } from '../../journal/journal.ts';
import { preflightTarget } from '../../preflight/preflight-target.ts';
import type { Profile } from '../../profiles/profile.ts';
import type { ReferenceServer } from '../../reference/start.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { readSettings } from '../../settings/settings.ts';

/** A run in this process, after its preflight. */
export interface InProcessRun {
  readonly session: Session;
  readonly access: Access;
  /** Opens further connections, which must be closed. */
  readonly open: () => Access;
  readonly journal: MemoryJournal;
  readonly profile: Profile;
}

/** Settings beside those of the server. */
export interface InProcessOptions {
  readonly settings?: Readonly<Record<string, string>>;
}

/** Runs preflight against a reference server and works with the session; connections and files go when it is done. */
export async function inSession<T>(
  server: ReferenceServer,
  { settings: more = {} }: InProcessOptions,
  work: (run: InProcessRun) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-in-process-'));
  const executeRequest = join(folder, 'execute-requests.json');
  writeFileSync(executeRequest, JSON.stringify(server.executeRequests));
  const environment = { ...server.environment, TARGET_EXECUTE_REQUEST: executeRequest, ...more };
  try {
    const { target, ...others } = readSettings(environment);
    if (target === undefined) throw new Error('The reference server gave no TARGET_BASE_URL.');
    const settings = { ...others, target };
    const profile = loadProfile(settings.profile);
    const open = (): Access => openAccess(settings, target, Buffer.alloc(32, 7));
    const access = open();
    const journal = memoryJournal();
    try {
      const { facts } = await preflightTarget({ kind: 'reference', access, settings, profile, journal });
      const session = openSession(access, { settings, facts, profile, journal });
      return await work({ session, access, open, journal, profile });
    } finally {
      await access.wire.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
