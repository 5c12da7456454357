import type { Operation } from '../requirements/requirement.ts';

/** Whether a check belongs to a selection of requirement ids and operation stems, comma-separated; all do without one. */
export function isSelected(
  only: string | undefined,
  check: { readonly requirement: string; readonly operation: Operation },
): boolean {
  if (only === undefined || only === '') return true;
  return only
    .split(',')
    .map((each) => each.trim())
    .some(
      (each) =>
        each === check.requirement ||
        each === check.operation ||
        each === `${check.requirement}@${check.operation}`,
    );
}
