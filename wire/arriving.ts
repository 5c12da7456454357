import type { Exchange } from './exchange.ts';

/** How many bytes of responses may arrive in one process at a time. */
const arrivingAtMost = 32 * 1024 ** 2;

/**
 * How many responses like this one may arrive at once, at least one: a process that takes dozens of large ones at a time runs
 * out of memory before it has counted them.
 */
export function atOnce({ answer, failure }: Pick<Exchange, 'answer' | 'failure'>): number {
  if (failure?.kind === 'endless') return 1;
  const bytes = (answer?.body.length ?? 0) + (answer?.decoded?.length ?? 0);
  return Math.max(1, Math.floor(arrivingAtMost / Math.max(1, bytes)));
}
