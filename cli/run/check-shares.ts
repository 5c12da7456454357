import { isConducted } from '../../checks/conducted.ts';
import { namedChecks } from '../../checks/named-checks.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { Operation } from '../../requirements/requirement.ts';

/** How many requests a check of an operation sends, compared with others: there is more to get wrong in a body. */
const weights = { body: 3, query: 2 } as const;

const weightOf = (operation: Operation): number => weights[definitionOf(operation).input];

/**
 * With one worker per operation, the part of the concurrency that each worker gets: by the number of its checks and their
 * size, so that all workers end at about the same time. Parts are whole requests, at least one, and the largest operation
 * gets the rest. Undefined if the concurrency does not suffice for one request each: there is then no worker per operation.
 */
export function checkShares(
  only: string | undefined,
  concurrency: number,
): Readonly<Record<string, number>> | undefined {
  const selected = namedChecks.filter((check) => isConducted(only, check));
  const counts = new Map<string, number>();
  for (const { operation } of selected)
    counts.set(operation, (counts.get(operation) ?? 0) + weightOf(operation));
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const free = concurrency - counts.size;
  if (free < 0) return undefined;
  const widths = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([operation, count]) => ({ operation, width: 1 + Math.floor((free * count) / all) }));
  const rest = concurrency - widths.reduce((sum, { width }) => sum + width, 0);
  return Object.fromEntries(
    widths.map(({ operation, width }, index) => [
      operation,
      (width + (index === 0 ? rest : 0)) / concurrency,
    ]),
  );
}
