import { listingOperation } from '../operations/operations.ts';
import type { Exchange } from '../wire/exchange.ts';
import { isBusy } from '../wire/retry.ts';
import type { Wire } from '../wire/wire.ts';

/** A response later than this, and than a few times the fastest one, waited for another connection to end. */
const late = { ms: 1_000, times: 4 };

/** The id of the exchange on a connection. */
export function connectionId(number: number | ''): string {
  return `preflight@${listingOperation}/connection ${number}`;
}

/**
 * How many of `connections` concurrent requests a target answers, each on a connection of its own (ruling 38); undefined if
 * it answers all or none. The requests have no credential, so their answers are small.
 */
export async function measureCapacity(
  wire: Pick<Wire, 'send' | 'capacity'>,
  connections: number,
  onExchange: (exchange: Exchange) => void,
): Promise<number | undefined> {
  // If one of the first few was turned away, the rest are sent one at a time.
  const known = wire.capacity();
  if (known !== undefined) return known;
  const measure = async (before: number) => {
    const exchanges = await Promise.all(
      Array.from({ length: connections }, (_, index) =>
        wire.send(connectionId(before + index + 1), listingOperation, {}, []),
      ),
    );
    for (const exchange of exchanges) onExchange(exchange);
    const answered = exchanges.filter(isAnswered);
    const fastest = Math.min(...answered.map(({ ms }) => ms));
    const inTime = answered.filter(({ ms }) => ms <= late.ms + late.times * fastest).length;
    return { inTime, areLate: inTime < answered.length };
  };
  const { inTime, areLate } = await measure(0);
  // A busy machine delays answers too, but hardly the same number of them twice.
  const most = areLate ? Math.max(inTime, (await measure(connections)).inTime) : inTime;
  return most === 0 || most === connections ? undefined : most;
}

function isAnswered({ answer, failure }: Exchange): boolean {
  return answer !== undefined && failure === undefined && !isBusy(answer);
}
