import { operationDefinitions } from '../operations/operations.ts';
import { requirements } from '../requirements/catalogue.ts';
import type { Operation } from '../requirements/requirement.ts';
import { checkId } from '../session/check.ts';

/** A check by what it is about. */
export interface NamedCheck {
  readonly requirement: string;
  readonly operation: Operation;
}

/**
 * Every check, without loading it: each requirement has one on each of its operations. A test compares them with the checks
 * themselves.
 */
export const namedChecks: readonly NamedCheck[] = operationDefinitions.flatMap(({ operation }) =>
  requirements
    .filter(({ operations }) => operations.includes(operation))
    .map(({ id }) => ({ requirement: id, operation })),
);

const byId: ReadonlyMap<string, NamedCheck> = new Map(namedChecks.map((check) => [checkId(check), check]));

/** The check that recorded a case; undefined if this version does not have it. */
export function nameOfCase(caseId: string): NamedCheck | undefined {
  return byId.get(caseId.slice(0, caseId.lastIndexOf('/')));
}
