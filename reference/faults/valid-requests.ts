import type { Operation } from '../operation.ts';
import { referenceOperations } from '../operations/operations.ts';

/** What a fault on valid requests mainly breaks, and what else detects it. */
export function seenByValid(operation: Operation, broken: readonly string[]): readonly string[] {
  return [...new Set([...broken, ...referenceOperations[operation].speakingOfValid])];
}
