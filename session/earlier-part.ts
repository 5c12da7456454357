import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFile } from '../journal/journal.ts';
import type { JournalLine } from '../journal/journal-line.ts';
import type { Operation } from '../requirements/requirement.ts';
import { runVariables } from '../settings/run-environment.ts';
import type { Check } from './check.ts';

let known: Earlier | undefined;

interface Earlier {
  /** Checks that were conducted to their end, as `requirement@operation`. */
  readonly checks: ReadonlySet<string>;
  /** How many cases of a slice were done, by operation and slice. */
  readonly slices: ReadonlyMap<string, number>;
}

/** How many cases of a slice the journal of the run holds already, where the run goes on with an earlier part of it. */
export function doneOf(operation: Operation, slice: number): number {
  return earlier()?.slices.get(`${operation} ${slice}`) ?? 0;
}

/** Whether an earlier part of the run conducted a check to its end. */
export function isDone({ requirement, operation }: Pick<Check, 'requirement' | 'operation'>): boolean {
  return earlier()?.checks.has(`${requirement}@${operation}`) === true;
}

function earlier(): Earlier | undefined {
  if (process.env[runVariables.resumed] === undefined) return undefined;
  known ??= earlierIn(process.env[runVariables.folder] ?? '');
  return known;
}

function earlierIn(folder: string): Earlier {
  const checks = new Set<string>();
  const slices = new Map<string, number>();
  for (const text of readFileSync(join(folder, runFile), 'utf8').split('\n')) {
    if (!/^\{"type":"(sum|check)"/.test(text)) continue;
    const line = JSON.parse(text) as JournalLine;
    if (line.type === 'check' && line.slice === undefined)
      checks.add(`${line.requirement}@${line.operation}`);
    if (line.type !== 'sum') continue;
    const key = `${line.operation} ${line.slice}`;
    slices.set(key, Math.max(slices.get(key) ?? 0, line.upto));
  }
  return { checks, slices };
}
