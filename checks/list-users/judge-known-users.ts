import type { Sink } from '../../journal/judgement.ts';
import type { CaseRecord } from '../../journal/record.ts';
import type { WalkedChain } from './walked-chains.ts';

const requirement = 'LU-PAGE-COMPLETE';
const operation = 'list-users';

/** Users that are known to exist are in one of the complete listings (ruling 37); users without ids cannot be told. */
export function judgeKnownUsers(sink: Sink, listings: readonly WalkedChain[], { facts }: CaseRecord): void {
  const known = Array.isArray(facts.knownUsers) ? facts.knownUsers.map(String) : [];
  const pages = listings.flatMap((listing) => listing.pages);
  if (known.length === 0 || pages.some(({ listed }) => listed === undefined)) return;
  const listed = new Set(pages.flatMap((page) => page.listed ?? []));
  const missing = known.filter((id) => !listed.has(id));
  sink.judged(requirement);
  if (missing.length === 0) return;
  sink.finding({
    requirement,
    operation,
    kind: 'known-users-missing',
    parameters: { known: known.length },
    pointer: '/users',
    actual: `${missing.length} missing: ${missing.slice(0, 5).join(', ').slice(0, 300)}`,
    exchanges: pages.map(({ exchange }) => exchange).slice(0, 20),
  });
}
