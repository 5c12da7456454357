import { allChecks } from '../../checks/checks.ts';
import { isSelected } from '../../settings/selection.ts';

/**
 * With one worker per operation, the part of the concurrency that each worker gets: by the number of its checks, so that
 * all workers end at about the same time. Parts are whole requests, at least one, and the operation with most checks gets
 * the rest. Undefined if the concurrency does not suffice for one request each: there is then no worker per operation.
 */
export function checkShares(
  only: string | undefined,
  concurrency: number,
): Readonly<Record<string, number>> | undefined {
  const selected = allChecks.filter((check) => isSelected(only, check));
  const counts = new Map<string, number>();
  for (const { operation } of selected) counts.set(operation, (counts.get(operation) ?? 0) + 1);
  const free = concurrency - counts.size;
  if (free < 0) return undefined;
  const widths = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([operation, count]) => ({ operation, width: 1 + Math.floor((free * count) / selected.length) }));
  const rest = concurrency - widths.reduce((sum, { width }) => sum + width, 0);
  return Object.fromEntries(
    widths.map(({ operation, width }, index) => [
      operation,
      (width + (index === 0 ? rest : 0)) / concurrency,
    ]),
  );
}
