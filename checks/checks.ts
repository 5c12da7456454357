import { loadEach } from '../operations/load-each.ts';
import type { Operation } from '../requirements/requirement.ts';
import { type Check, checkId } from '../session/check.ts';

/** Checks by concern; the keys are the names of their files and specs. */
export type Concerns = Readonly<Record<string, readonly Check[]>>;

const byOperation = await loadEach<Concerns>(
  async (operation) => (await import(`./${operation}/checks.ts`)).checks,
);

/** The checks of an operation. */
export function concernsOf(operation: Operation): Concerns {
  return byOperation.get(operation) ?? {};
}

/** All checks, in an order in which they can run one after the other. */
export const allChecks: readonly Check[] = [...byOperation.values()].flatMap((concerns) =>
  Object.values(concerns).flat(),
);

const byId = new Map(allChecks.map((check) => [checkId(check), check]));

/** The check that recorded a case; undefined if this version does not have it. */
export function checkOfCase(caseId: string): Check | undefined {
  return byId.get(caseId.slice(0, caseId.lastIndexOf('/')));
}
