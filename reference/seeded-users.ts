import type { User } from './directory.ts';

/**
 * The first user is the token's own; the others differ in every possible field.
 * @param partyId primary party of the token's user
 */
export function seededUsers(count: number, userId: string, partyId: string): User[] {
  const width = Math.max(4, String(count).length);
  return Array.from({ length: count }, (_, index) =>
    index === 0
      ? user(userId, index, partyId)
      : user(`user-${String(index).padStart(width, '0')}`, index, ''),
  );
}

function user(id: string, index: number, primaryParty: string): User {
  const annotations: Record<string, string> =
    index % 3 === 0 ? { team: `team-${index % 5}`, 'ledger.example/note': 'Zoë' } : {};
  return {
    id,
    primaryParty,
    isDeactivated: index % 7 === 6,
    metadata: { resourceVersion: String(index % 4), annotations },
    identityProviderId: index % 5 === 4 ? 'second-provider' : '',
  };
}
