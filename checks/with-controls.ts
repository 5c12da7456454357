import type { Check } from '../session/check.ts';
import { allChecks } from './checks.ts';
import { isLastControl } from './conducted.ts';

/** The checks to conduct for some of them, in their usual order. */
export function withControls(checks: readonly Check[]): Check[] {
  const operations = new Set(checks.map(({ operation }) => operation));
  return allChecks.filter(
    (check) => checks.includes(check) || (isLastControl(check) && operations.has(check.operation)),
  );
}
