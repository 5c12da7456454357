import type { Operation } from '../requirements/requirement.ts';

/** Whether a check matches a comma-separated selection of requirement ids and operations; without one, all do. */
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
