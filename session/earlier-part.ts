import { journalLines } from '../journal/journal-lines.ts';
import type { Operation } from '../requirements/requirement.ts';
import { workerConfiguration } from '../settings/worker-configuration.ts';
import type { Check } from './check.ts';

let known: Earlier | undefined;

interface Earlier {
  /** Checks that were conducted to their end, as `requirement@operation`. */
  readonly checks: ReadonlySet<string>;
  /** How many cases of a partition were done, by operation and partition. */
  readonly partitions: ReadonlyMap<string, number>;
}

/** How many cases of a partition the journal holds already, if the run continues an earlier part of itself. */
export function doneOf(operation: Operation, partition: number): number {
  return earlier()?.partitions.get(`${operation} ${partition}`) ?? 0;
}

/** Whether an earlier part of the run conducted a check to its end. */
export function isDone({ requirement, operation }: Pick<Check, 'requirement' | 'operation'>): boolean {
  return earlier()?.checks.has(`${requirement}@${operation}`) === true;
}

function earlier(): Earlier | undefined {
  const configuration = workerConfiguration();
  if (configuration?.resumed !== true) return undefined;
  known ??= earlierIn(configuration.folder);
  return known;
}

function earlierIn(folder: string): Earlier {
  const checks = new Set<string>();
  const partitions = new Map<string, number>();
  const isWanted = (start: string): boolean => /^\{"type":"(sum|check)"/.test(start);
  for (const line of journalLines(folder, isWanted)) {
    if (line.type === 'check' && line.partition === undefined)
      checks.add(`${line.requirement}@${line.operation}`);
    if (line.type !== 'sum') continue;
    const key = `${line.operation} ${line.partition}`;
    partitions.set(key, Math.max(partitions.get(key) ?? 0, line.upto));
  }
  return { checks, partitions };
}
