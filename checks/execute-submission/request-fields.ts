import { submissionId } from '../../generators/execute-submission.ts';
import { underSubmissionId } from '../../generators/execute-submission.violations.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { createCheck, inRounds } from '../conduct/check.ts';
import { extentOf, fromViolation, violationClaimants, violationsOf } from '../conduct/claimed-faults.ts';
import { bodyAt, fullBodyAt } from './bodies.ts';
import { conductRefused } from './refused.ts';
import { signatureChecks } from './signature.ts';

const stem = 'execute-submission.request';

/** Invalid signatures cannot be seen in a single field; they have checks of their own. */
const elsewhere = new Set(signatureChecks.map(({ requirement }) => requirement));

/** One fault in one field, always answered with the JSON error object (ruling 14). */
export const requestFieldChecks: readonly Check[] = violationClaimants(stem, 'rejected')
  .filter((id) => !elsewhere.has(id))
  .map((id) => createCheck('execute-submission', id, conductFaults));

async function conductFaults(conductor: Conductor): Promise<void> {
  const { id: requirement } = conductor.requirement;
  const faultyOf = (index: number) => {
    // Every second round has the optional fields, because a target may miss a fault only when they are present.
    const { body, ...known } = index % 2 === 0 ? bodyAt(conductor, index) : fullBodyAt(conductor, index);
    // Made for those alone that are sent.
    return violationsOf(stem, requirement, body, extentOf(conductor, index)).map((violation, at) => () => {
      const id = submissionId(conductor.seed, conductor.nonce, `${requirement}/${index}/${at}`);
      return { ...fromViolation(underSubmissionId(violation, id)), ...known };
    });
  };
  await conductRefused(
    conductor,
    inRounds(conductor, faultyOf, 2).map((make) => make()),
  );
}
