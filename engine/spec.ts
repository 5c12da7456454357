import { judgeAnswers } from '../judges/answers/judge-answers.ts';
import type { Operation } from '../requirements/requirement.ts';
import { hostVariable } from '../settings/worker-configuration.ts';
import type { Check, CheckParts } from './check.ts';
import type { Declared } from './playwright-tests.ts';

/** Undefined unless each check is a test of Playwright. */
export const host =
  process.env[hostVariable] === undefined ? undefined : await import('./playwright-tests.ts');

/**
 * Playwright's own `test` where `npx playwright test` runs the specs, because it takes the line of that call for the place of the test; elsewhere,
 * such as in `run`, `judge` and `verify`, nothing: there the specs only say which checks there are.
 */
export const test: (...declared: Declared) => void = host?.test ?? (() => {});

const declared: Check[] = [];

/** The checks of all specs that were imported, in the order of the specs. */
export const declaredChecks: readonly Check[] = declared;

/**
 * A function that declares a check of an operation by the id of its requirement: `test(...check('ID', { *cases(run) … }))`.
 * @param common what all checks that it declares have in common
 */
export function checksOf(
  operation: Operation,
  common: Partial<CheckParts> = {},
): (requirement: string, parts: CheckParts) => Declared {
  return (requirement, parts) => {
    const check: Check = { requirement, operation, version: 1, judge: judgeAnswers, ...common, ...parts };
    declared.push(check);
    return host?.testOf(check) ?? ['', {}, async () => {}];
  };
}
