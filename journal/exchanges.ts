import { createHash, hash } from 'node:crypto';
import { join } from 'node:path';
import { isObject, readObjectOnce } from '../json/read-json.ts';
import { UsageError } from '../settings/usage-error.ts';
import type { Exchange } from '../wire/exchange.ts';
import { exchangesFile } from './journal.ts';
import type { Footer } from './journal-line.ts';
import { createRangeReader, type Line, readLines } from './open-regular.ts';
import { fromStored, type StoredExchange } from './stored-exchange.ts';

/** Exchanges by id, such as a Map. */
export interface Exchanges {
  readonly size: number;
  keys(): Iterable<string>;
  get(id: string): Exchange | undefined;
}

/** Where a line is in its file, in bytes. */
export interface LinePlace {
  readonly offset: number;
  readonly length: number;
}

/** The exchanges at places of a file, each of which is read on demand. */
export function exchangesAt(
  places: ReadonlyMap<string, LinePlace>,
  readAt: (offset: number, length: number) => Buffer,
): Exchanges {
  return {
    size: places.size,
    keys: () => places.keys(),
    get(id) {
      const place = places.get(id);
      return place === undefined ? undefined : exchangeOfLine(readAt(place.offset, place.length));
    },
  };
}

/**
 * The exchanges of a results folder, and their digest. Only their places in the file are kept in memory. If two lines have
 * the same id, the first counts.
 * @throws UsageError if the file is missing or a line is not an exchange.
 */
export function readExchanges(folder: string): { exchanges: Exchanges; digest: Footer['exchanges'] } {
  const digest = createSetDigest();
  const places = new Map<string, LinePlace>();
  for (const { id, bytes, offset, whole } of eachExchangeLine(folder)) {
    if (whole) digest.add(bytes);
    if (!places.has(id)) places.set(id, { offset, length: bytes.length });
  }
  const exchanges = exchangesAt(places, createRangeReader(join(folder, exchangesFile)));
  return { exchanges, digest: digest.value() };
}

/**
 * The lines of a results folder's exchanges, unchanged, with the ids of their exchanges.
 * @throws UsageError if the file is missing or a line is not an exchange.
 */
export function* eachExchangeLine(folder: string): Generator<Line & { readonly id: string }> {
  const path = join(folder, exchangesFile);
  let number = 0;
  for (const line of readLines(path)) {
    number += 1;
    const id = storedExchange(line.bytes)?.id;
    if (id !== undefined) yield { ...line, id };
    else if (line.whole)
      throw new UsageError([
        `Line ${number} of ${path} is not an exchange. Give an unchanged results folder, or run again with a new one.`,
      ]);
  }
}

/** The exchange of a line of exchanges.ndjson; undefined if it is none. */
function exchangeOfLine(bytes: Buffer): Exchange | undefined {
  const line = storedExchange(bytes);
  return line === undefined ? undefined : fromStored(line);
}

function storedExchange(bytes: Buffer): StoredExchange | undefined {
  const read = readObjectOnce(bytes);
  return typeof read?.id === 'string' && isObject(read.request)
    ? (read as unknown as StoredExchange)
    : undefined;
}

/** Digests items as a set: the order in which they are added does not matter. */
export function createSetDigest() {
  const digests: string[] = [];
  return {
    add: (bytes: Buffer): void => void digests.push(hash('sha256', bytes)),
    /** The count, and SHA-256 (hex) of the sorted SHA-256 digests of what was added, each in hex followed by a line feed. */
    value(): Footer['exchanges'] {
      const all = createHash('sha256');
      for (const digest of digests.toSorted()) all.update(`${digest}\n`);
      return { count: digests.length, sha256: all.digest('hex') };
    },
  };
}
