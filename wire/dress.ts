import { bytesFrom, uuidFrom } from '../generators/seeding.ts';
import type { Client } from './clients.ts';
import type { HeaderPair } from './exchange.ts';

/** How a body is written to the connection. */
export type Framing = 'length' | 'chunked' | 'two-writes' | 'many-writes';

/** As which client a request is sent (ruling 39). */
export interface Dress {
  readonly client: Client;
  /** What drawn values are derived from. */
  readonly key: string;
  /** Sent on a connection of its own, with the head exactly as the client writes it; otherwise over a shared connection. */
  readonly exact?: { readonly framing: Framing };
}

const written: Readonly<Record<Client['names'], (name: string) => string>> = {
  capitalised: (name) => name,
  'lower-case': (name) => name.toLowerCase(),
  'upper-case': (name) => name.toUpperCase(),
};

/** Writes the name of a header as a client does. */
export function nameWriterOf({ names }: Client): (name: string) => string {
  return written[names];
}

/** The headers of a request, with those of the client around them. A header that the request has itself stays alone. */
export function dressed(own: readonly HeaderPair[], { client, key }: Dress): HeaderPair[] {
  const names = new Set(own.map(([name]) => name.toLowerCase()));
  const added = (pairs: readonly HeaderPair[]): HeaderPair[] =>
    pairs
      .filter(([name]) => !names.has(name.toLowerCase()))
      .map(([name, value]) => [name, filled(value, key)]);
  const nameOf = nameWriterOf(client);
  return [
    ...added(client.front),
    ...own.map(([name, value]): HeaderPair => [nameOf(name), value]),
    ...added(client.behind),
  ];
}

/** A value with its drawn parts. */
function filled(template: string, key: string): string {
  if (!template.includes('$')) return template;
  let part = 0;
  return template.replace(/\$(uuid|digits|(?:hex|text)(\d+))/g, (_, kind: string, length = '0') => {
    part += 1;
    const digits = (count: number): string =>
      bytesFrom([key, part], Math.ceil(count / 2))
        .toString('hex')
        .slice(0, count);
    if (kind === 'digits') return String(Number.parseInt(digits(8), 16));
    return kind === 'uuid' ? uuidFrom([key, part]) : digits(Number(length));
  });
}
