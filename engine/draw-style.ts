import { bytesFrom, seedOf } from '../generators/seeding.ts';
import type { CircumstanceKind } from '../journal/circumstances.ts';
import { ownConnections } from '../wire/as-sent.ts';
import { type ClientStyle, type Exact, framings } from '../wire/client-style.ts';
import { type Client, clients } from '../wire/clients.ts';
import { usualOneIn } from '../wire/plan-request.ts';

/** The circumstances that are drawn for each request of a check; framing only if requests have bodies. */
export const drawnKinds: readonly CircumstanceKind[] = ['client', 'connection', 'framing'];

/** One in so many requests goes over a fresh connection, with the head exactly as its client writes it. */
const exactOneIn = 20;

/** Of the requests of a client with large headers, one in so many is sent as this client. */
const largeOneIn = 4;

/** Of the requests on fresh connections, one in so many asks for them to be closed, whatever the client. */
const closingOneIn = 4;

const small = clients.filter(({ isLarge }) => isLarge !== true);

/** All but that of most requests. */
const rareFramings = framings.filter((framing) => framing !== 'length');

/** Of so many cases of a check, one is written in the next rare way: each way comes before the answers wanted are there. */
const rareOneIn = 6;

/**
 * In which rare way in turn, on a fresh or a kept connection, the case at this place of a check is written; undefined for most cases. Which
 * of six it is is drawn, as the values of a check may recur every six cases.
 */
export function rareTurnOf(place: number, check: string): number | undefined {
  const block = Math.floor(place / rareOneIn);
  const isDrawn = (seedOf('rare', check, block) >>> 0) % rareOneIn === place % rareOneIn;
  return isDrawn ? block + (seedOf('rare', check) >>> 0) : undefined;
}

/**
 * The client as which a request is sent, and its connection (ruling 39). Drawn from seed and nonce, so that over the cases
 * of a check every client occurs, and over several runs with one seed every pair of case and client.
 * @param of what identifies the request, and the run
 * @param how `isExact`: it goes over a fresh connection, with a body that is not written at once with its length; `usual`: the client that
 *   sends more requests than any other; `turn`: in which rare way it is written
 */
export function drawStyle(
  { key, run }: Pick<ClientStyle, 'key' | 'run'>,
  {
    isExact = false,
    usual,
    turn,
  }: {
    readonly isExact?: boolean;
    readonly usual?: Client | undefined;
    readonly turn?: number | undefined;
  } = {},
): ClientStyle {
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = bytesFrom(['style', key], 6);
  const drawn = sixth % usualOneIn === 0 && usual !== undefined ? usual : clients[first % clients.length];
  const client = drawn?.isLarge && fourth % largeOneIn !== 0 ? small[fourth % small.length] : drawn;
  if (client === undefined) throw new Error('There are no clients to draw from.');
  if (turn !== undefined) {
    const framing = rareFramings[turn % rareFramings.length] ?? 'length';
    return { client, key, run, exact: { framing, keptFor: turn % 2 === 0 ? ownConnections : undefined } };
  }
  const some = isExact ? rareFramings : framings;
  const framing = some[third % some.length] ?? 'length';
  const exact: Exact = { framing, connection: fifth % closingOneIn === 0 ? 'close' : undefined };
  return { client, key, run, exact: isExact || second % exactOneIn === 0 ? exact : undefined };
}
