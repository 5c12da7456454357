import type { Concerns } from '../checks/checks.ts';
import { inDrawnOrder } from '../generators/drawn-order.ts';
import type { Check } from '../session/check.ts';

/**
 * The checks of an operation in their order, or, in a disguised run, as far as it does not matter, in a drawn one. The first
 * check begins what the last one ends. From the first check on that must be alone, the order matters: it uses up bodies, or
 * what came before is its subject (ruling 14).
 * @param drawnFrom seed and nonce of a disguised run
 */
export function inOrder(concerns: Concerns, drawnFrom: readonly string[] | undefined): readonly Check[] {
  const all = Object.values(concerns).flat();
  if (drawnFrom === undefined) return all;
  const alone = all.findIndex(({ isAlone }) => isAlone !== undefined);
  const end = alone === -1 ? all.length : alone;
  return [...all.slice(0, 1), ...inDrawnOrder(all.slice(1, end), 'checks', ...drawnFrom), ...all.slice(end)];
}
