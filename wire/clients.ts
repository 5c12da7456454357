import data from './clients.json' with { type: 'json' };
import type { HeaderPair } from './exchange.ts';

/**
 * What an ordinary client adds to a request (ruling 39). Values may have `$uuid`, `$hex16`, `$digits` and the like, which are drawn for
 * each request, and `$run-uuid`, `$run-hex32` and `$run-of{one|other}`, which all requests of a run share, like a session, a trace or a
 * release; `$site` is the same drawn name of a host in all headers of a request, `$origin` that of the target.
 */
export interface Client {
  /** Unique; recorded with each case. */
  readonly id: string;
  /** Where its headers were recorded, or who says that it sends them. */
  readonly source: string;
  /** How it writes the names of headers that the request itself has, such as Authorization; with capitals by default. */
  readonly names?: 'lower-case' | 'upper-case';
  readonly headers: readonly HeaderPair[];
  /** The names of all headers in the order in which it sends them; `*` for those that are not named. */
  readonly order: string;
  /** The value of Connection; many clients send none. */
  readonly connection?: 'keep-alive' | 'close';
  /** Whether it ends each connection behind one response, without saying so. */
  readonly isBrief?: true;
  /** Whether it is a page in a browser, which sends some headers only where the connection is secure, and Origin only with a body. */
  readonly isBrowser?: true;
  /** Whether it sends several kilobytes of headers; such a client is drawn less often. */
  readonly isLarge?: true;
}

/** Published clients with the headers that they send by default, and what gateways and tracing add. */
export const clients = data as unknown as readonly Client[];
