import type { Operation } from '../requirements/requirement.ts';
import { type Check, checkId } from '../session/check.ts';
import { checks as executeSubmission } from './execute-submission/checks.ts';
import { checks as generateTopology } from './generate-topology/checks.ts';
import { checks as listUsers } from './list-users/checks.ts';

/** Checks by concern; the keys are the names of their files and specs. */
export type Concerns = Readonly<Record<string, readonly Check[]>>;

const byOperation: Readonly<Record<Operation, Concerns>> = {
  'generate-topology': generateTopology,
  'execute-submission': executeSubmission,
  'list-users': listUsers,
};

/** The checks of an operation. */
export function concernsOf(operation: Operation): Concerns {
  return byOperation[operation];
}

/** All checks, in an order in which they can run one after the other. */
export const allChecks: readonly Check[] = Object.values(byOperation).flatMap((concerns) =>
  Object.values(concerns).flat(),
);

const byId = new Map(allChecks.map((check) => [checkId(check), check]));

/** The check that recorded a case; undefined if this version does not have it. */
export function checkOfCase(caseId: string): Check | undefined {
  return byId.get(caseId.slice(0, caseId.lastIndexOf('/')));
}
