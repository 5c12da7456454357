import type { LinePlace } from '../journal/exchanges.ts';
import { exchangesFile, runFile } from '../journal/journal.ts';
import journalLineSchema from '../journal/journal-line.schema.json' with { type: 'json' };
import type { JournalLine } from '../journal/journal-line.ts';
import { filesInMemory, type RunFiles } from '../journal/journal-lines.ts';
import storedExchangeSchema from '../journal/stored-exchange.schema.json' with { type: 'json' };
import { fromStored, type StoredExchange, toStored } from '../journal/stored-exchange.ts';
import type { Files } from './manifest.ts';
import { refuse } from './refusal.ts';
import { checkSchema, parseStrictly, requireWritten } from './strict-json.ts';

export const runPath = 'evidence/run.ndjson';
export const exchangesPath = 'evidence/exchanges.ndjson';

/** Where the files of a results folder are in a bundle. */
export const evidenceFiles: readonly (readonly [path: string, name: string])[] = [
  [exchangesPath, exchangesFile],
  [runPath, runFile],
];

/**
 * The lines of the journal.
 * @throws BundleRefused at a line that this version of the suite does not write
 */
export function* runLines(files: Files): Generator<JournalLine> {
  for (const { name, value } of writtenLines(files, runPath, journalLineSchema)) {
    const line = value as JournalLine;
    if (line.type === 'preflight' && line.facts.firstTopology !== null)
      checkSchema(storedExchangeSchema, `${name}, firstTopology,`, line.facts.firstTopology);
    yield line;
  }
}

/** The same for the exchanges, with their places in the file. */
export function* exchangeLines(files: Files): Generator<LinePlace & { line: StoredExchange; bytes: Buffer }> {
  for (const { value, bytes, offset } of writtenLines(
    files,
    exchangesPath,
    storedExchangeSchema,
    storedAgain,
  ))
    yield { line: value as StoredExchange, bytes, offset, length: bytes.length };
}

/** The files of a bundle with the evidence, as those of a run. */
export function runFilesOf(files: Files): RunFiles {
  return filesInMemory('evidence', {
    [runFile]: files.get(runPath),
    [exchangesFile]: files.get(exchangesPath),
  });
}

/**
 * Reads the evidence without checking it. Checking every line first would be slow; if reading fails, a line that the suite
 * does not write explains that.
 * @throws BundleRefused at the first such line
 */
export function orUnwritten<T>(files: Files, read: () => T): T {
  try {
    return read();
  } catch (error) {
    checkLines(files);
    throw error;
  }
}

/** The same bytes have one form only, so that nothing hides in another one. */
function storedAgain(value: unknown): unknown {
  return toStored(fromStored(value as StoredExchange));
}

/**
 * Checks every line of the evidence by itself.
 * @throws BundleRefused at the first line that this version of the suite does not write
 */
export function checkLines(files: Files): void {
  for (const lines of [runLines(files), exchangeLines(files)]) for (const _ of lines);
}

/**
 * The whole lines of a file, each of which is exactly the JSON text that the suite writes for its value.
 * @param again what the suite writes for a value that it has read
 */
function* writtenLines(
  files: Files,
  path: string,
  schema: object,
  again: (value: unknown) => unknown = (value) => value,
): Generator<{ name: string; value: unknown; bytes: Buffer; offset: number }> {
  const bytes = files.get(path) ?? Buffer.alloc(0);
  let number = 0;
  for (let from = 0; from < bytes.length; ) {
    number += 1;
    const name = `${path}, line ${number},`;
    const end = bytes.indexOf(10, from);
    if (end === -1) refuse('schema', `${name} is not complete: it has no line end.`);
    const line = bytes.subarray(from, end);
    const value = parseStrictly('schema', name, line);
    checkSchema(schema, name, value);
    requireWritten('schema', name, line, Buffer.from(JSON.stringify(again(value))));
    yield { name, value, bytes: line, offset: from };
    from = end + 1;
  }
}
