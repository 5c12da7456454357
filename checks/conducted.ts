import { definitionOf } from '../operations/operations.ts';
import type { Check } from '../session/check.ts';
import { isSelected } from '../settings/selection.ts';
import { allChecks } from './checks.ts';

/**
 * Whether a selection conducts a check: it selects it, or another check whose rejections count only if the same requests
 * succeed in this one (rulings 14 and 25).
 */
export function isConducted(only: string | undefined, check: Check): boolean {
  if (isSelected(only, check)) return true;
  return (
    isLastControl(check) &&
    allChecks.some((other) => other.operation === check.operation && isSelected(only, other))
  );
}

/** The checks to conduct for some of them, in their usual order. */
export function withControls(checks: readonly Check[]): Check[] {
  const operations = new Set(checks.map(({ operation }) => operation));
  return allChecks.filter(
    (check) => checks.includes(check) || (isLastControl(check) && operations.has(check.operation)),
  );
}

/** Whether a check shows that requests succeed whose rejections other checks have tested. */
function isLastControl({ operation, requirement }: Check): boolean {
  const { validControl, success } = definitionOf(operation);
  return validControl === 'last' && success.requirement === requirement;
}
