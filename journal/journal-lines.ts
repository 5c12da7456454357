import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type JsonObject, readObjectOnce } from '../json/read-json.ts';
import { UsageError } from '../settings/usage-error.ts';
import { createSetDigest, type LinePlace } from './exchanges.ts';
import { exchangesFile, runFile } from './journal.ts';
import schema from './journal-line.schema.json' with { type: 'json' };
import type { JournalLine } from './journal-line.ts';
import { createRangeReader, type Line, linesIn, readLines } from './open-regular.ts';

type Name = typeof runFile | typeof exchangesFile;

/** The files of a run, in a results folder or in memory. */
export interface RunFiles {
  /** What messages call the folder. */
  readonly name: string;
  has(file: Name): boolean;
  /**
   * The lines of a file from an offset on, where a line begins.
   * @throws UsageError if there is no such file, or it is not a regular one
   */
  lines(file: Name, start?: number): Iterable<Line>;
  /** Reads parts of a file to which nothing is added any more. */
  reader(file: Name): (offset: number, length: number) => Buffer;
}

export function filesIn(folder: string): RunFiles {
  return {
    name: folder,
    has: (file) => existsSync(join(folder, file)),
    lines: (file, start) => readLines(join(folder, file), start),
    reader: (file) => createRangeReader(join(folder, file)),
  };
}

/** @param contents by the names of the files; one that is not there is empty */
export function filesInMemory(name: string, contents: Readonly<Partial<Record<Name, Buffer>>>): RunFiles {
  const of = (file: Name): Buffer => contents[file] ?? Buffer.alloc(0);
  return {
    name,
    has: (file) => contents[file] !== undefined,
    lines: (file, start = 0) => linesIn([of(file).subarray(start)], start, join(name, file)),
    reader: (file) => (offset, length) => of(file).subarray(offset, offset + length),
  };
}

/** A part of the schema, as far as it says of which type something is. */
interface Node {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
}

const definitions = schema.$defs as object as Readonly<Record<string, Node>>;

/** The members that each type of line must have, with what their values are: what is read without looking relies on these. */
const shapes = new Map(schema.properties.type.enum.map((type) => [type, shapeOf(definitions[type] ?? {})]));

function shapeOf({ required = [], properties = {} }: Node): (readonly [name: string, type: Node['type']])[] {
  return required.map((name) => [name, typeOf(properties[name] ?? {})]);
}

function typeOf({ type, enum: values, $ref }: Node): Node['type'] {
  if ($ref !== undefined) return typeOf(definitions[$ref.slice('#/$defs/'.length)] ?? {});
  return values?.every((value) => typeof value === 'string') === true ? 'string' : type;
}

/**
 * The lines of a results folder's run.ndjson, unchanged. An incomplete last line of a stopped writer is skipped; the footer
 * is then missing too.
 * @param types those that are wanted; others are not parsed
 * @throws UsageError if the file is missing or a line is not part of a journal.
 */
export function* journalLines<T extends JournalLine['type']>(
  folder: string,
  ...types: readonly T[]
): Generator<Extract<JournalLine, { readonly type: T }>> {
  const isWanted = (start: string): boolean => types.some((type) => start.startsWith(`{"type":"${type}"`));
  const lines = newLines(filesIn(folder), types.length === 0 ? undefined : isWanted);
  for (const { line } of lines.ofRun(true)) yield line as Extract<JournalLine, { readonly type: T }>;
}

/**
 * A line of run.ndjson; undefined for an incomplete one of a stopped writer.
 * @param whole whether it has a line end
 * @param named names the line in a message
 * @throws UsageError if it is not part of a journal
 */
export function journalLine(bytes: Buffer, whole: boolean, named: () => string): JournalLine | undefined {
  const value = readObjectOnce(bytes);
  if (value === undefined && !whole) return undefined;
  if (value !== undefined && isJournalLine(value)) return value;
  throw new UsageError([
    `${named()} is not a line of a journal. Give an unchanged results folder, or run again with a new one.`,
  ]);
}

function isJournalLine(value: JsonObject): value is JsonObject & JournalLine {
  const shape = typeof value.type === 'string' ? shapes.get(value.type) : undefined;
  return shape?.every(([name, type]) => has(type, value[name])) ?? false;
}

function has(type: Node['type'], member: unknown): boolean {
  if (type === 'array') return Array.isArray(member);
  return type === 'object' ? isObject(member) : type !== 'string' || typeof member === 'string';
}

/** See `newLines`. */
export type NewLines = ReturnType<typeof newLines>;

/**
 * Reads the files of a run in parts, also while a run writes them: each generator yields what it has not yielded before.
 * @param isWanted gets the first characters of a line of run.ndjson; unwanted lines are passed over
 */
export function newLines(files: RunFiles, isWanted?: (start: string) => boolean) {
  const [run, exchanges] = [{ position: 0, lines: 0 }, { position: 0 }];
  const digest = createSetDigest();
  return {
    files,
    /**
     * Lines of run.ndjson.
     * @param isEnded whether nobody writes any more; until then, a last line without a line end is left for later
     * @throws UsageError if the file is missing or a line is not part of a journal
     */
    *ofRun(isEnded: boolean): Generator<LinePlace & { readonly line: JournalLine }> {
      for (const { bytes, offset, whole } of files.lines(runFile, run.position)) {
        if (!whole && !isEnded) return;
        const isPassed = isWanted?.(bytes.toString('utf8', 0, 400)) === false;
        const named = (): string => `Line ${run.lines + 1} of ${join(files.name, runFile)}`;
        const line = isPassed ? undefined : journalLine(bytes, whole, named);
        if (line === undefined && !isPassed) return;
        run.lines += 1;
        run.position = offset + bytes.length + 1;
        if (line !== undefined) yield { line, offset, length: bytes.length };
      }
    },
    /** Complete lines of exchanges.ndjson. @throws UsageError if the file is missing */
    *ofExchanges(): Generator<LinePlace & { readonly bytes: Buffer }> {
      for (const { bytes, offset, whole } of files.lines(exchangesFile, exchanges.position)) {
        if (!whole) return;
        exchanges.position = offset + bytes.length + 1;
        digest.add(bytes);
        yield { bytes, offset, length: bytes.length };
      }
    },
    /** The number of exchanges yielded so far, and their digest, as `readExchanges` calculates it. */
    digest: () => digest.value(),
  };
}
