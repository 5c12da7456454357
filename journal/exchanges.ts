import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, readJson } from '../json/read-json.ts';
import { UsageError } from '../settings/usage-error.ts';
import type { Exchange } from '../wire/exchange.ts';
import { exchangesFile } from './journal.ts';
import type { Footer } from './journal-line.ts';
import { readLines } from './read-lines.ts';
import { createSetDigest } from './set-digest.ts';
import { fromStored, type StoredExchange } from './stored-exchange.ts';

/** Exchanges by their ids; a Map of them is one too. */
export interface Exchanges {
  readonly size: number;
  get(id: string): Exchange | undefined;
}

/**
 * How many exchanges a results folder holds, and a digest of them that does not depend on the order of their lines:
 * SHA-256 (hex) over the sorted SHA-256 digests of the lines, each digest in hex with a line feed behind it.
 */
export function exchangesDigest(folder: string): Footer['exchanges'] {
  const digest = createSetDigest();
  for (const { bytes, whole } of readLines(join(folder, exchangesFile))) {
    if (whole) digest.add(bytes);
  }
  return { count: digest.count, sha256: digest.hex() };
}

/**
 * The exchanges of a results folder. Only their places in the file are kept; each is read when it is asked for. The
 * first of two lines with the same id counts.
 * @throws UsageError where the file is missing or a line is no exchange.
 */
export function readExchanges(folder: string): Exchanges {
  const path = join(folder, exchangesFile);
  const places = new Map<string, { readonly offset: number; readonly length: number }>();
  for (const { line, offset, length } of storedLines(path)) {
    if (!places.has(line.id)) places.set(line.id, { offset, length });
  }
  return {
    size: places.size,
    get(id) {
      const place = places.get(id);
      const line = place === undefined ? undefined : storedExchange(readAt(path, place.offset, place.length));
      return line === undefined ? undefined : fromStored(line);
    },
  };
}

/** The lines of a results folder's exchanges that were written whole, as they stand, with the ids of their exchanges. */
export function* eachExchangeLine(folder: string): Generator<{ readonly id: string; readonly text: string }> {
  for (const { line, bytes } of storedLines(join(folder, exchangesFile)))
    yield { id: line.id, text: bytes.toString() };
}

/**
 * Every exchange of a results folder, in the order of its file, one at a time. A last line that a stopped writer cut is
 * left out.
 * @throws UsageError where the file is missing or a line is no exchange.
 */
export function* eachExchange(folder: string): Generator<Exchange> {
  for (const { line } of storedLines(join(folder, exchangesFile))) yield fromStored(line);
}

/** The exchanges with these ids, in one pass over the file: for a long run of which little is shown. */
export function findExchanges(folder: string, ids: Iterable<string>): Map<string, Exchange> {
  return new Map(Array.from(chosenExchanges(folder, ids), (exchange) => [exchange.id, exchange]));
}

/** The same one after the other, in the order of the file, so that not all of them need to be in memory at once. */
export function* chosenExchanges(folder: string, ids: Iterable<string>): Generator<Exchange> {
  const wanted = new Set(ids);
  if (wanted.size === 0) return;
  for (const { bytes } of readLines(join(folder, exchangesFile))) {
    // The id is the first member that the journal writes; a line that does not begin with it is parsed whole.
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
        `Line ${number} of ${path} is no exchange. Give a folder as a run left it, or run again into a new one.`,
      ]);
    }
    yield { line, bytes, offset, length: bytes.length };
  }
}

function storedExchange(bytes: Buffer): StoredExchange | undefined {
  const read = readJson(bytes);
  if (!('value' in read) || !isObject(read.value)) return undefined;
  const { id, request } = read.value;
  return typeof id === 'string' && isObject(request) ? (read.value as unknown as StoredExchange) : undefined;
}

function readAt(path: string, offset: number, length: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    readSync(file, bytes, 0, length, offset);
    return bytes;
  } finally {
    closeSync(file);
  }
}
