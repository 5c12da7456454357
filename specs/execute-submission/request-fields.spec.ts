import type { Run, Steps } from '../../engine/check.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { submissionId } from '../../generators/execute-submission.ts';
import { underSubmissionId } from '../../generators/execute-submission.violations.ts';
import { fromViolation, ofPlainKinds, samplingOf, violationsOf } from '../shared/body-faults.ts';
import { inRounds } from '../shared/cases.ts';
import { bodyAt, fullBodyAt } from './bodies.ts';
import { sendRefused } from './refused.ts';

const check = checksOf('execute-submission');
const stem = 'execute-submission.request';
const oneFault = { cases: sendFaults };

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
function* sendFaults(run: Run): Steps {
  const { id: requirement } = run.requirement;
  const faultyOf = (index: number) => {
    // Every second round has the optional fields, because a target may miss a fault only when they are present.
    const { body, ...known } = index % 2 === 0 ? bodyAt(run, index) : fullBodyAt(run, index);
    const { userId: _user, minLedgerTime: _time, ...required } = body;
    const faultsOf = (some: object) => violationsOf(stem, requirement, some, samplingOf(run, index));
    // One of each plain kind also without these; the deduplication period may be required ("see note").
    const alone = index === 1 ? ofPlainKinds(faultsOf(required)) : [];
    // Made for those alone that are sent.
    return [...faultsOf(body), ...alone].map((violation, at) => () => {
      const id = submissionId(run.seed, run.nonce, `${requirement}/${index}/${at}`);
      return { ...fromViolation(underSubmissionId(violation, id)), ...known };
    });
  };
  yield* sendRefused(
    run,
    inRounds(run, faultyOf, 2).map((make) => make()),
  );
}
