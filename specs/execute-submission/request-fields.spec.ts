import type { Conductor } from '../../engine/conductor.ts';
import { checksOf, test } from '../../engine/spec.ts';
import type { Steps } from '../../engine/steps.ts';
import { submissionId } from '../../generators/execute-submission.ts';
import { underSubmissionId } from '../../generators/execute-submission.violations.ts';
import { fromViolation, samplingOf, violationsOf } from '../shared/body-faults.ts';
import { inRounds } from '../shared/rounds.ts';
import { bodyAt, fullBodyAt } from './bodies.ts';
import { conductRefused } from './refused.ts';

const check = checksOf('execute-submission');
const stem = 'execute-submission.request';
const oneFault = { cases: conductFaults };

test(...check('EX-REQ-PREPAREDTRANSACTION', oneFault));
test(...check('EX-REQ-PARTYSIGNATURES', oneFault));
test(...check('EX-SINGLE-PARTY', oneFault));
test(...check('EX-REQ-SUBMISSIONID', oneFault));
test(...check('EX-REQ-SUBMISSIONID-LEDGERSTRING', oneFault));
test(...check('EX-REQ-HASHINGSCHEME', oneFault));
test(...check('EX-REQ-HASHINGSCHEME-ENUM', oneFault));
test(...check('EX-REQ-DEDUPLICATION', oneFault));
test(...check('EX-REQ-USERID', oneFault));
test(...check('EX-REQ-MINLEDGERTIME', oneFault));
test(...check('EX-PS-SIGNATURES', oneFault));
test(...check('EX-PS-PARTY', oneFault));
test(...check('EX-PS-PARTY-SIGNATURES', oneFault));
test(...check('EX-PS-FORMAT', oneFault));
test(...check('EX-PS-SIGNATURE', oneFault));
test(...check('EX-PS-SIGNEDBY', oneFault));
test(...check('EX-PS-ALGORITHM', oneFault));
test(...check('EX-DEDUP-SECONDS', oneFault));
test(...check('EX-DEDUP-NANOS', oneFault));

/** One fault in the field of the requirement, always answered with the JSON error object (ruling 14). */
function* conductFaults(conductor: Conductor): Steps {
  const { id: requirement } = conductor.requirement;
  const faultyOf = (index: number) => {
    // Every second round has the optional fields, because a target may miss a fault only when they are present.
    const { body, ...known } = index % 2 === 0 ? bodyAt(conductor, index) : fullBodyAt(conductor, index);
    // Made for those alone that are sent.
    return violationsOf(stem, requirement, body, samplingOf(conductor, index)).map((violation, at) => () => {
      const id = submissionId(conductor.seed, conductor.nonce, `${requirement}/${index}/${at}`);
      return { ...fromViolation(underSubmissionId(violation, id)), ...known };
    });
  };
  yield* conductRefused(
    conductor,
    inRounds(conductor, faultyOf, 2).map((make) => make()),
  );
}
