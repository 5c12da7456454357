import { onTestFinished } from 'vitest';
import { openAccess } from '../../engine/open-session.ts';
import { memoryJournal } from '../../journal/journal.ts';
import type { OrdinaryStart } from '../../preflight/operation-states.ts';
import { preflightTarget } from '../../preflight/preflight-target.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { readSettings } from '../../settings/settings.ts';
import type { Wire } from '../../wire/wire.ts';
import type { Asked, Reply } from '../wire/answering-server.ts';

export const token = 'e30.eyJzdWIiOiJzb21lYm9keSJ9.a-signature-of-some-length';

/** What preflight learns of a target, if requests are sent by `sender`. */
export async function meet(
  baseUrl: string,
  more: Record<string, string> = {},
  sender: (wire: Wire) => Wire = (wire) => wire,
  traffic?: OrdinaryStart['traffic'],
) {
  const settings = readSettings({
    TARGET_BASE_URL: baseUrl,
    TARGET_TOKEN: token,
    TARGET_TIMEOUT_MS: '500',
    ...more,
  });
  if (settings.target === undefined) throw new Error('There is no target.');
  const opened = openAccess(settings, settings.target);
  onTestFinished(() => opened.wire.close());
  const access = { ...opened, wire: sender(opened.wire) };
  const journal = memoryJournal();
  const { facts } = await preflightTarget({
    kind: 'target',
    access,
    settings,
    profile: loadProfile('document'),
    journal,
    traffic,
  });
  return { facts, journal };
}

export const users = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
export const refusal = { status: 401, body: { code: 'UNAUTHENTICATED' } };

/** A target that does everything: pages of two by default, either scheme. */
export function good(
  { operation, query, headers }: Asked,
  names = { size: 'pageSize', token: 'pageToken' },
): Reply {
  const { authorization, 'sec-websocket-protocol': protocol } = headers;
  if (authorization !== `Bearer ${token}` && protocol !== `jwt.token.${token}`) return refusal;
  if (operation !== 'list-users') return { status: 400, body: { code: 'INVALID_ARGUMENT' } };
  const size = Number(query.get(names.size) ?? 2);
  const from = Number(query.get(names.token) ?? 0);
  const next = from + size < users.length ? String(from + size) : '';
  return { status: 200, body: { users: users.slice(from, from + size), nextPageToken: next } };
}
