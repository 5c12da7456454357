import type { Check } from '../session/check.ts';
import { executeSubmissionChecks } from './execute-submission/checks.ts';
import { generateTopologyChecks } from './generate-topology/checks.ts';
import { listUsersChecks } from './list-users/checks.ts';

/** All checks in the order in which they may run one after the other. */
export const allChecks: readonly Check[] = [
  generateTopologyChecks,
  executeSubmissionChecks,
  listUsersChecks,
].flatMap((concerns) => Object.values(concerns).flat());

/** The name of a check: it begins the id of each of its cases. */
export function checkId(check: Pick<Check, 'requirement' | 'operation'>): string {
  return `${check.requirement}@${check.operation}`;
}

const byId = new Map(allChecks.map((check) => [checkId(check), check]));

/** The check that a case record was made by, undefined where this suite does not know it. */
export function checkOfCase(caseId: string): Check | undefined {
  return byId.get(caseId.slice(0, caseId.lastIndexOf('/')));
}
