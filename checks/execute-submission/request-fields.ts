import { submissionId } from '../../generators/execute-submission.ts';
import { underSubmissionId } from '../../generators/execute-submission.violations.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { judgeAnswers } from '../answers/judge-answers.ts';
import { fromViolation, violationClaimants, violationsOf } from '../conduct/claimed-faults.ts';
import { bodyAt, fullBodyAt } from './bodies.ts';
import { conductRefused } from './refused.ts';
import { signatureChecks } from './signature.ts';

const stem = 'execute-submission.request';

/** Whether a signature signs shows in no field; it has a check of its own. */
const elsewhere = new Set(signatureChecks.map(({ requirement }) => requirement));

/** One fault in one field, always answered by the JSON error object (ruling 14). */
export const requestFieldChecks: readonly Check[] = violationClaimants(stem, 'rejected')
  .filter((id) => !elsewhere.has(id))
  .map((id) => ({
    requirement: id,
    operation: 'execute-submission',
    version: 1,
    judge: judgeAnswers,
    conduct: conductFaults,
  }));

async function conductFaults(conductor: Conductor): Promise<void> {
  const { id: requirement } = conductor.requirement;
  const faultyOf = (index: number) => {
    // Every other round with the optional fields: a fault may be overlooked only beside them.
    const { body, ...known } = index % 2 === 0 ? bodyAt(conductor, index) : fullBodyAt(conductor, index);
    return violationsOf(stem, requirement, body).map((violation, at) => {
      const id = submissionId(conductor.seed, conductor.nonce, `${requirement}/${index}/${at}`);
      return { ...fromViolation(underSubmissionId(violation, id)), ...known };
    });
  };
  const first = faultyOf(0);
  const rounds = conductor.effort === 'quick' ? 1 : Math.max(2, conductor.rounds(first.length));
  const all = [first, ...Array.from({ length: rounds - 1 }, (_, index) => faultyOf(index + 1))].flat();
  await conductRefused(conductor, all);
}
