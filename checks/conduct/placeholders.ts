import { definitionOf } from '../../operations/operations.ts';
import type { Conductor } from '../../session/conductor.ts';

/** Whether every request of the operation contains a placeholder, so that none of them can be valid. */
export function hasOnlyPlaceholders({ operation, facts }: Pick<Conductor, 'operation' | 'facts'>): boolean {
  return definitionOf(operation).placeholder(facts) === 'every';
}
