import { journalLines } from '../journal/journal-lines.ts';
import type { Operation } from '../requirements/requirement.ts';
import { workerConfiguration } from '../settings/worker-configuration.ts';
import type { Check } from './check.ts';

let known: Earlier | undefined;

interface Earlier {
  /** Completed checks, as `requirement@operation`. */
  readonly checks: ReadonlySet<string>;
  /** The number of completed cases by operation and partition. */
  readonly partitions: ReadonlyMap<string, number>;
}

/** The number of cases of a partition that the journal already holds, if the run is resumed. */
export function doneOf(operation: Operation, partition: number): number {
  return earlier()?.partitions.get(`${operation} ${partition}`) ?? 0;
}

/** Whether a check was completed before the run was resumed. */
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
