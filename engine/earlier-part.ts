import { journalLines } from '../journal/journal-lines.ts';
import type { Operation } from '../requirements/requirement.ts';
import type { ExecuteBodies } from '../settings/execute-bodies.ts';
import { workerConfiguration } from '../settings/worker-configuration.ts';
import type { Check } from './check.ts';

let known: ReturnType<typeof earlierIn> | undefined;

/** The number of cases of a partition that the journal already holds, if the run is resumed. */
export function doneOf(operation: Operation, partition: number): number {
  return earlier()?.partitions.get(`${operation} ${partition}`) ?? 0;
}

/** Whether a check was completed before the run was resumed. */
export function isDone({ requirement, operation }: Pick<Check, 'requirement' | 'operation'>): boolean {
  return earlier()?.checks.has(`${requirement}@${operation}`) === true;
}

function earlier(): typeof known {
  const configuration = workerConfiguration();
  if (configuration?.resumed !== true) return undefined;
  known ??= earlierIn(configuration.folder);
  return known;
}

/** The completed checks, as `requirement@operation`, and the number of completed cases by operation and partition. */
export function earlierIn(folder: string) {
  const checks = new Set<string>();
  const partitions = new Map<string, number>();
  for (const line of journalLines(folder, 'sum', 'check')) {
    if (line.type === 'check' && line.partition === undefined)
      checks.add(`${line.requirement}@${line.operation}`);
    if (line.type !== 'sum') continue;
    const key = `${line.operation} ${line.partition}`;
    partitions.set(key, Math.max(partitions.get(key) ?? 0, line.upto));
  }
  return { checks, partitions };
}

/** Marks what the completed cases of a run say about its execute bodies: which were accepted, and whether they can be sent again. */
export function recallBodies(folder: string, bodies: ExecuteBodies): void {
  let isUsedUp = false;
  for (const line of journalLines(folder, 'case')) {
    if (line.wrong !== 'valid' || line.credential !== 'valid') continue;
    const { body, accepted } = line.facts;
    const place = typeof body === 'string' ? /^body-(\d+)$/.exec(body)?.[1] : undefined;
    if (place === undefined) continue;
    const statuses = line.attempts.map(({ cameBack }) => cameBack?.status);
    const hasSucceeded = statuses.includes(200);
    const isRefused = accepted === true && statuses.includes(409);
    if (hasSucceeded) bodies.markAccepted(Number(place) - 1);
    if (hasSucceeded && accepted === true) bodies.markReuse(isRefused ? 'after-a-while' : 'at-once');
    if (!hasSucceeded && isRefused) isUsedUp = true;
  }
  if (isUsedUp) bodies.markReuse(bodies.reuse() === 'unknown' ? 'never' : 'after-a-while');
}
