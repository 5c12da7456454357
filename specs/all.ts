import { type Check, checkId, checkIdOf } from '../engine/check.ts';
// All checks, in running order. Rejections of execute bodies are tested before successes, which may use a body up (ruling 14); so is a
// soak, which sends invalid requests. Checks that must be alone come last. This is the one test file of `ledger-conformance run`: one
// process conducts the checks of all operations side by side.
import './generate-topology/body.spec.ts';
import './generate-topology/credentials.spec.ts';
import './generate-topology/failures.spec.ts';
import './generate-topology/relations.spec.ts';
import './generate-topology/request-fields.spec.ts';
import './generate-topology/response.spec.ts';
import './generate-topology/semantics.spec.ts';
import './generate-topology/soak.spec.ts';
import './generate-topology/success.spec.ts';
import './generate-topology/unstated.spec.ts';
import './generate-topology/whole.spec.ts';
import './generate-topology/key-data.spec.ts';
import './execute-submission/body.spec.ts';
import './execute-submission/credentials.spec.ts';
import './execute-submission/failures.spec.ts';
import './execute-submission/request-fields.spec.ts';
import './execute-submission/signature.spec.ts';
import './execute-submission/soak.spec.ts';
import './execute-submission/success.spec.ts';
import './execute-submission/unstated.spec.ts';
import './execute-submission/whole.spec.ts';
import './list-users/credentials.spec.ts';
import './list-users/failures.spec.ts';
import './list-users/pages.spec.ts';
import './list-users/queries.spec.ts';
import './list-users/response.spec.ts';
import './list-users/soak.spec.ts';
import './list-users/success.spec.ts';
import './list-users/unstated.spec.ts';
import './list-users/whole.spec.ts';
import { declaredChecks } from '../engine/spec.ts';

/** All checks, in an order in which they can run one after the other. */
export const allChecks: readonly Check[] = declaredChecks;

const byId = new Map(allChecks.map((check) => [checkId(check), check]));

/** The check that recorded a case; undefined if this version does not have it. */
export function checkOfCase(caseId: string): Check | undefined {
  return byId.get(checkIdOf(caseId));
}
