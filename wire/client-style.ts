import { drawnWord } from '../generators/party-names.ts';
import { bytesFrom, uuidOfBytes } from '../generators/seeding.ts';
import type { Client } from './clients.ts';
import type { HeaderPair } from './exchange.ts';

/**
 * How a request is written to the connection: the body with its head or behind it, at once or in parts, and behind
 * `Expect: 100-continue` (RFC 9110 section 10.1.1), at once or when the server asks for it; or the head in parts.
 */
export const framings = [
  'length',
  'chunked',
  'two-writes',
  'many-writes',
  'behind-head',
  'expect-continue',
  'expect-and-wait',
  'head-in-parts',
] as const;

export type Framing = (typeof framings)[number];

/** Whether a request has the header Expect: one without a body must not (RFC 9110 section 10.1.1). */
export function expectsContinue(framing: Framing, body: Buffer): boolean {
  return body.length > 0 && (framing === 'expect-continue' || framing === 'expect-and-wait');
}

/** How a request is sent with exactly the head of its client, on a connection of its own unless it says otherwise. */
export interface Exact {
  readonly framing: Framing;
  /** Another value of Connection than that of the client. */
  readonly connection?: 'close';
  /** On a connection that the requests of this client, by its id, or those of the suite share. */
  readonly keptFor?: string;
}

/** As which client a request is sent (ruling 39). */
export interface ClientStyle {
  readonly client: Client;
  /** What drawn values are derived from. */
  readonly key: string;
  /** What values that all requests of a run share are derived from. */
  readonly run: string;
  /** Sent with the head exactly as the client writes it; otherwise as the suite sends it, over a kept connection. */
  readonly exact?: Exact;
}

/** Writes the name of a header as a client does. */
export function nameWriterOf({ names }: Client): (name: string) => string {
  if (names === undefined) return (name) => name;
  return names === 'lower-case' ? (name) => name.toLowerCase() : (name) => name.toUpperCase();
}

/** The places of headers, by their names, in each order. */
const placesIn = new Map<string, ReadonlyMap<string, number>>();

/** Headers in the order in which a client sends them. */
export function inOrderOf({ order }: Client, pairs: readonly HeaderPair[]): readonly HeaderPair[] {
  const places =
    placesIn.get(order) ?? new Map(order.split(' ').map((name, place) => [name, place] as const));
  placesIn.set(order, places);
  const placeOf = ([name]: HeaderPair): number => {
    const lower = name.toLowerCase();
    return places.get(lower === 'transfer-encoding' ? 'content-length' : lower) ?? places.get('*') ?? 0;
  };
  return [...pairs].sort((one, other) => placeOf(one) - placeOf(other));
}

/** Where a request is sent. */
export interface Destination {
  readonly base: URL;
  readonly method: string;
}

/**
 * The headers of a request with those of the client, in its order. A header that the request has itself stays alone.
 * @param to where it is sent, if that matters for the client
 */
export function withClientHeaders(
  own: readonly HeaderPair[],
  style: Pick<ClientStyle, 'client' | 'key' | 'run'>,
  to?: Destination,
): readonly HeaderPair[] {
  const { client } = style;
  const names = new Set(own.map(([name]) => name.toLowerCase()));
  const added = client.headers
    .filter(([name]) => !names.has(name.toLowerCase()) && isSentBy(client, name.toLowerCase(), to))
    .map(([name, value]): HeaderPair => [name, filledIn(value, style, to)]);
  const nameOf = nameWriterOf(client);
  return inOrderOf(client, [...added, ...own.map(([name, value]): HeaderPair => [nameOf(name), value])]);
}

/** A browser says what a page is only to servers that it trusts, and where it comes from only with a body. */
function isSentBy({ isBrowser }: Client, name: string, to: Destination | undefined): boolean {
  if (isBrowser !== true || to === undefined) return true;
  if (name === 'origin') return to.method !== 'GET';
  return !name.startsWith('sec-') || to.base.protocol === 'https:' || isLocal(to.base);
}

const isLocal = ({ hostname }: URL): boolean => /^(?:localhost|127\..*|\[::1\])$/.test(hostname);

const drawn =
  /\$(?<shared>run-)?(?:of\{(?<listed>[^{}]*)\}|(?<kind>uuid|digits|site|origin)|(?:hex|text)(?<digits>\d+))/g;

/** A header value with what is drawn for each request or for the run, and what is known of the target. */
function filledIn(
  value: string,
  { client, key, run }: Pick<ClientStyle, 'client' | 'key' | 'run'>,
  to: Destination | undefined,
): string {
  let place = 0;
  return value.replace(drawn, (...found) => {
    const { shared, listed, kind, digits }: Record<string, string | undefined> = found.at(-1);
    if (kind === 'origin') return to?.base.origin ?? '';
    if (kind === 'site') return hostName(key);
    if (listed !== undefined) {
      const all = listed.split('|');
      // The same place in each list, as the headers of a browser tell of one release.
      return all[bytesFrom(['release', client.id, run], 1).readUInt8() % all.length] ?? '';
    }
    place += 1;
    const parts = shared === undefined ? ['headers', key, value, place] : ['shared', run];
    const count = kind === 'digits' ? 4 : kind === 'uuid' ? 16 : Math.ceil(Number(digits) / 2);
    const bytes = bytesFrom(parts, count);
    if (kind === 'uuid') return uuidOfBytes(bytes);
    return kind === 'digits' ? String(bytes.readUInt32BE(0)) : bytes.toString('hex').slice(0, Number(digits));
  });
}

/** The name of a host that no list has; in no domain that is reserved, as no user is there. */
function hostName(key: string): string {
  const [byte = 0] = bytesFrom(['domain', key], 1);
  return `${drawnWord('host', key)}.${drawnWord('domain', key)}.${['com', 'net', 'io', 'ch', 'eu'][byte % 5]}`;
}
