import type { TargetFacts } from '../journal/target-facts.ts';
import { definitionOf } from '../operations/operations.ts';
import type { Operation } from '../requirements/requirement.ts';

/** Whether every request of the operation contains a placeholder, so that none of them can be valid. */
export function hasOnlyPlaceholders({
  operation,
  facts,
}: {
  readonly operation: Operation;
  readonly facts: TargetFacts;
}): boolean {
  return definitionOf(operation).placeholder(facts) === 'every';
}
