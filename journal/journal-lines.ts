import { join } from 'node:path';
import { isObject, type JsonObject, readObjectOnce } from '../json/read-json.ts';
import { UsageError } from '../settings/usage-error.ts';
import type { CaseLine } from './case-line.ts';
import { runFile } from './journal.ts';
import type { JournalLine } from './journal-line.ts';
import { readLines } from './read-lines.ts';
import { upgradeLine } from './upgrade/upgrade-line.ts';

type Shape = Readonly<Record<string, 'string' | 'object' | 'array'>>;

/** The members that each type of line must have. */
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
  waivers: { waivers: 'array' },
  case: { id: 'string', requirement: 'string', operation: 'string', facts: 'object', attempts: 'array' },
  judgement: {
    case: 'string',
    judged: 'object',
    findings: 'array',
    observations: 'array',
    unanswered: 'array',
    undecided: 'array',
    control: 'string',
  },
  check: { requirement: 'string', operation: 'string', state: 'string' },
  sum: {
    operation: 'string',
    cases: 'array',
    findings: 'array',
    observations: 'array',
    undecided: 'array',
    unanswered: 'array',
    traffic: 'object',
  },
  footer: { finishedAt: 'string', ended: 'string', exchanges: 'object' },
};

/**
 * The lines of a results folder's run.ndjson, unchanged. An incomplete last line of a stopped writer is skipped; the footer
 * is then missing too.
 * @param isWanted gets the first characters of a line; unwanted lines are not parsed
 * @throws UsageError if the file is missing or a line is not part of a journal.
 */
export function* journalLines(folder: string, isWanted?: (start: string) => boolean): Generator<JournalLine> {
  const path = join(folder, runFile);
  let number = 0;
  for (const { bytes, whole } of readLines(path)) {
    number += 1;
    if (isWanted?.(startOf(bytes)) === false) continue;
    const line = journalLine(bytes, whole, () => `Line ${number} of ${path}`);
    if (line === undefined) return;
    yield line;
  }
}

/**
 * A line of run.ndjson; undefined for an incomplete one of a stopped writer.
 * @param whole whether it has a line end
 * @param named names the line in a message
 * @throws UsageError if it is not part of a journal
 */
export function journalLine(bytes: Buffer, whole: boolean, named: () => string): JournalLine | undefined {
  const read = readObjectOnce(bytes);
  const value = read === undefined ? undefined : upgradeLine(read);
  if (value === undefined && !whole) return undefined;
  if (value !== undefined && isJournalLine(value)) return value;
  throw new UsageError([
    `${named()} is not a line of a journal. Give an unchanged results folder, or run again with a new one.`,
  ]);
}

/** The cases with these ids, in one pass. */
export function findCases(folder: string, ids: Iterable<string>): Map<string, CaseLine> {
  const wanted = new Set(ids);
  const found = new Map<string, CaseLine>();
  // The journal writes type and id as the first members; a line that begins otherwise is parsed.
  const isWanted = (start: string): boolean => {
    if (/^\{"type":"(?!case")/.test(start)) return false;
    const id = /^\{"type":"case","id":"([^"\\]*)"/.exec(start)?.[1];
    return id === undefined || wanted.has(id);
  };
  for (const line of wanted.size === 0 ? [] : journalLines(folder, isWanted)) {
    if (line.type === 'case' && wanted.has(line.id)) found.set(line.id, line);
  }
  return found;
}

function startOf(bytes: Buffer): string {
  return bytes.toString('utf8', 0, 400);
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
