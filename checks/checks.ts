import { operationDefinitions } from '../operations/operations.ts';
import type { Operation } from '../requirements/requirement.ts';
import type { Check } from '../session/check.ts';

/** Checks by concern: the stems of their files and of their specs. */
export type Concerns = Readonly<Record<string, readonly Check[]>>;

const byOperation = new Map<Operation, Concerns>();
for (const { operation } of operationDefinitions) {
  const { checks } = (await import(`./${operation}/checks.ts`)) as { readonly checks: Concerns };
  byOperation.set(operation, checks);
}

/** The checks of an operation. */
export function concernsOf(operation: Operation): Concerns {
  return byOperation.get(operation) ?? {};
}

/** All checks in the order in which they may run one after the other. */
export const allChecks: readonly Check[] = [...byOperation.values()].flatMap((concerns) =>
  Object.values(concerns).flat(),
);

/** The name of a check: it begins the id of each of its cases. */
export function checkId(check: Pick<Check, 'requirement' | 'operation'>): string {
  return `${check.requirement}@${check.operation}`;
}

const byId = new Map(allChecks.map((check) => [checkId(check), check]));

/** The check that a case record was made by, undefined where this suite does not know it. */
export function checkOfCase(caseId: string): Check | undefined {
  return byId.get(caseId.slice(0, caseId.lastIndexOf('/')));
}
