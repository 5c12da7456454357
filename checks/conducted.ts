import { definitionOf } from '../operations/operations.ts';
import { isSelected } from '../settings/selection.ts';
import { type NamedCheck, namedChecks } from './named-checks.ts';

/**
 * Whether a selection conducts a check: it selects it, or another check whose rejections count only if the same requests
 * succeed in this one (rulings 14 and 25).
 */
export function isConducted(only: string | undefined, check: NamedCheck): boolean {
  if (isSelected(only, check)) return true;
  return (
    isLastControl(check) &&
    namedChecks.some((other) => other.operation === check.operation && isSelected(only, other))
  );
}

/** Whether a check shows that requests succeed whose rejections other checks have tested. */
export function isLastControl({ operation, requirement }: NamedCheck): boolean {
  const { validControl, success } = definitionOf(operation);
  return validControl === 'last' && success.requirement === requirement;
}
