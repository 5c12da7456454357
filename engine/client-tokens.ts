import { type Client, clients } from '../wire/clients.ts';
import { type Scheme, type TokenRole, validToken } from '../wire/credential.ts';

/** Shorter than the lifetime of a renewed token, so that a new one differs from it even within the same second. */
export const newTokenSeconds = 110;

/**
 * Few users send one token with several clients, or under both schemes: each client but the first one has its own for each. Those that
 * are made live for another time each, which is what tells them apart.
 * @param listed how many tokens there are, if they are not made
 */
export function tokenOf(client: Client | undefined, scheme: Scheme, listed: number | undefined): TokenRole {
  const index = clients.findIndex(({ id }) => id === client?.id);
  if (client === undefined || (index === -1 && scheme === 'bearer')) return validToken;
  if (listed !== undefined) return { token: 'listed', place: listedPlace(index, scheme, listed) };
  return {
    token: 'fresh',
    lifetimeSeconds: newTokenSeconds - 2 * (index + 1) - (scheme === 'bearer' ? 1 : 2),
  };
}

/** Who sends the listed tokens behind the first, in their order; the client that all undisguised requests look like comes last. */
export const listedUses: readonly { readonly client: Client | undefined; readonly scheme: Scheme }[] = [
  ...clients,
  undefined,
].flatMap((client) => (['bearer', 'api-key'] as const).map((scheme) => ({ client, scheme })));

/** How many tokens give each client one of its own for each scheme. */
export const tokensWanted = 1 + listedUses.length;

/** Which of the listed tokens a client sends under a scheme; clients share pairs of tokens if there are too few. */
function listedPlace(client: number, scheme: Scheme, listed: number): number {
  const pairs = (listed - 1) >> 1;
  if (pairs === 0) return 1;
  const use = listedUses.findIndex((each) => each.client === clients[client] && each.scheme === scheme);
  return 1 + (use % (2 * pairs));
}
