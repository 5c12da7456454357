import { join } from 'node:path';
import { runFile } from '../harness/journal.ts';
import type { CaseLine, JournalLine } from '../harness/journal-line.ts';
import { isObject, type JsonObject, readJson } from '../harness/read-json.ts';
import { UsageError } from '../harness/usage-error.ts';
import { readLines } from './read-lines.ts';

type Shape = Readonly<Record<string, 'string' | 'object' | 'array'>>;

/** The members of each kind of line without which nothing can be made of it. */
const shapes: Readonly<Record<JournalLine['type'], Shape>> = {
  run: {
    suite: 'object',
    document: 'object',
    profile: 'string',
    target: 'object',
    run: 'object',
    startedAt: 'string',
  },
  preflight: { facts: 'object' },
  case: { id: 'string', requirement: 'string', operation: 'string', facts: 'object', places: 'array' },
  judgement: {
    case: 'string',
    judged: 'object',
    findings: 'array',
    observations: 'array',
    troubles: 'array',
    undecided: 'array',
    twin: 'string',
  },
  check: { requirement: 'string', operation: 'string', state: 'string' },
  footer: { finishedAt: 'string', ended: 'string', exchanges: 'object' },
};

/**
 * The lines of a results folder's run.ndjson as they stand. A last line that a stopped writer cut is left out: the
 * footer is then missing too.
 * @throws UsageError where the file is missing or a line of it is none of a journal.
 */
export function* journalLines(folder: string): Generator<JournalLine> {
  const path = join(folder, runFile);
  let number = 0;
  for (const { bytes, whole } of readLines(path)) {
    number += 1;
    const read = readJson(bytes);
    const value = 'value' in read && isObject(read.value) ? read.value : undefined;
    if (value === undefined && !whole) return;
    if (value === undefined || !isJournalLine(value)) {
      throw new UsageError([
        `Line ${number} of ${path} is no line of a journal. Give a folder as a run left it, or run again into a new one.`,
      ]);
    }
    yield value;
  }
}

/** The cases with these ids, in one pass; other lines are not even parsed. */
export function findCases(folder: string, ids: Iterable<string>): Map<string, CaseLine> {
  const wanted = new Set(ids);
  const found = new Map<string, CaseLine>();
  for (const { bytes } of wanted.size === 0 ? [] : readLines(join(folder, runFile))) {
    // The type and the id are the first members that the journal writes.
    const id = /^\{"type":"case","id":"([^"\\]*)"/.exec(bytes.toString('utf8', 0, 400))?.[1];
    if (id === undefined || !wanted.has(id) || found.has(id)) continue;
    const read = readJson(bytes);
    if ('value' in read && isObject(read.value) && isJournalLine(read.value) && read.value.type === 'case') {
      found.set(id, read.value);
    }
    if (found.size === wanted.size) break;
  }
  return found;
}

function isJournalLine(value: JsonObject): value is JsonObject & JournalLine {
  const { type } = value;
  if (typeof type !== 'string' || !Object.hasOwn(shapes, type)) return false;
  return Object.entries(shapes[type as JournalLine['type']]).every(([name, kind]) => {
    const member = value[name];
    if (kind === 'array') return Array.isArray(member);
    return kind === 'object' ? isObject(member) : typeof member === 'string';
  });
}
