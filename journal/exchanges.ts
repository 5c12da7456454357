import { join } from 'node:path';
import { isObject, readObjectOnce } from '../json/read-json.ts';
import { UsageError } from '../settings/usage-error.ts';
import type { Exchange } from '../wire/exchange.ts';
import { exchangesFile } from './journal.ts';
import type { Footer } from './journal-line.ts';
import { createRangeReader } from './range-reader.ts';
import { readLines } from './read-lines.ts';
import { createSetDigest } from './set-digest.ts';
import { fromStored, type StoredExchange } from './stored-exchange.ts';

/** Exchanges by id, such as a Map. */
export interface Exchanges {
  readonly size: number;
  keys(): Iterable<string>;
  get(id: string): Exchange | undefined;
}

/**
 * The number of exchanges in a results folder, and a digest that does not depend on their order: SHA-256 (hex) of the
 * sorted SHA-256 digests of the lines, each in hex followed by a line feed.
 */
export function exchangesDigest(folder: string): Footer['exchanges'] {
  const digest = createSetDigest();
  for (const { bytes, whole } of readLines(join(folder, exchangesFile))) {
    if (whole) digest.add(bytes);
  }
  return { count: digest.count, sha256: digest.hex() };
}

/**
 * The exchanges of a results folder. Only their positions in the file are kept in memory; each is read on demand. If two
 * lines have the same id, the first counts.
 * @throws UsageError if the file is missing or a line is not an exchange.
 */
export function readExchanges(folder: string): Exchanges {
  const path = join(folder, exchangesFile);
  const places = new Map<string, { readonly offset: number; readonly length: number }>();
  const readAt = createRangeReader(path);
  for (const { line, offset, length } of storedLines(path)) {
    if (!places.has(line.id)) places.set(line.id, { offset, length });
  }
  return {
    size: places.size,
    keys: () => places.keys(),
    get(id) {
      const place = places.get(id);
      const line = place === undefined ? undefined : storedExchange(readAt(place.offset, place.length));
      return line === undefined ? undefined : fromStored(line);
    },
  };
}

/** The complete lines of a results folder's exchanges, unchanged, with the ids of their exchanges. */
export function* eachExchangeLine(folder: string): Generator<{ readonly id: string; readonly text: string }> {
  for (const { line, bytes } of storedLines(join(folder, exchangesFile)))
    yield { id: line.id, text: bytes.toString() };
}

/**
 * Every exchange of a results folder in file order, one at a time. An incomplete last line of a stopped writer is skipped.
 * @throws UsageError if the file is missing or a line is not an exchange.
 */
export function* eachExchange(folder: string): Generator<Exchange> {
  for (const { line } of storedLines(join(folder, exchangesFile))) yield fromStored(line);
}

/** The exchanges with these ids, in one pass over the file: for a long run of which little is shown. */
export function findExchanges(folder: string, ids: Iterable<string>): Map<string, Exchange> {
  return new Map(Array.from(chosenExchanges(folder, ids), (exchange) => [exchange.id, exchange]));
}

/** The same, one at a time in file order, so that they are not all in memory at once. */
export function* chosenExchanges(folder: string, ids: Iterable<string>): Generator<Exchange> {
  const wanted = new Set(ids);
  if (wanted.size === 0) return;
  for (const { bytes } of readLines(join(folder, exchangesFile))) {
    // The journal writes the id as the first member; a line that begins otherwise is parsed completely.
    const id = /^\{"id":"([^"\\]*)"/.exec(bytes.toString('utf8', 0, 400))?.[1];
    if (id !== undefined && !wanted.has(id)) continue;
    const line = storedExchange(bytes);
    if (line === undefined || !wanted.delete(line.id)) continue;
    yield fromStored(line);
    if (wanted.size === 0) break;
  }
}

function* storedLines(path: string): Generator<{
  readonly line: StoredExchange;
  readonly bytes: Buffer;
  readonly offset: number;
  readonly length: number;
}> {
  let number = 0;
  for (const { bytes, offset, whole } of readLines(path)) {
    number += 1;
    const line = storedExchange(bytes);
    if (line === undefined && !whole) return;
    if (line === undefined) {
      throw new UsageError([
        `Line ${number} of ${path} is not an exchange. Give an unchanged results folder, or run again with a new one.`,
      ]);
    }
    yield { line, bytes, offset, length: bytes.length };
  }
}

function storedExchange(bytes: Buffer): StoredExchange | undefined {
  const read = readObjectOnce(bytes);
  return typeof read?.id === 'string' && isObject(read.request)
    ? (read as unknown as StoredExchange)
    : undefined;
}
