import type { Case, Run } from '../../engine/check.ts';
import { submissionId } from '../../generators/execute-submission.ts';
import { underSubmissionId } from '../../generators/execute-submission.violations.ts';
import { violations } from '../../operations/violations.ts';
import { requirementFor } from '../../requirements/requirement-for.ts';
import { fromViolation, rejectedBodies } from '../shared/body-faults.ts';
import { inContext } from '../shared/cases.ts';
import { scenarioCheck } from '../shared/scenarios.ts';
import { drawnFrom, type SoakRequests, share, soak, soakCredentials, soakSampling } from '../shared/soak.ts';
import { bodyAt, validExecute } from './bodies.ts';
import { executeTraffic } from './traffic.ts';

/** Only requests that must be rejected: valid submissions are sent by the checks of success alone. */
soak(scenarioCheck('execute-submission', executeTraffic), prepared);

const stem = 'execute-submission.request';

/** How many of the configured bodies are used to make invalid ones. */
const bases = 8;

function prepared(run: Run): SoakRequests {
  const { seed, nonce } = run;
  const { structural, malformed } = wrongBodies(run);
  const credentials = soakCredentials(run, validExecute).map(undecided);
  const violated = (index: number): Case => {
    const { violation, each } = drawnFrom(run, index, structural);
    const id = submissionId(seed, nonce, `soak/${index}`);
    return { ...fromViolation(underSubmissionId(violation, id)), context: ['soak'], ...each };
  };
  return {
    control: undefined,
    at(index) {
      const part = share(run, index);
      if (part < 0.6) return violated(index);
      return drawnFrom(run, index, part < 0.75 ? malformed : credentials);
    },
  };
}

function wrongBodies(run: Run) {
  const all = Array.from({ length: bases }, (_, base) => bodyAt(run, base, 'soak'));
  return {
    /** Violations that must be rejected, with what their cases have besides. */
    structural: all.flatMap(({ body, ...known }, base) =>
      violations(stem, body, () => true, soakSampling(run, base)).flatMap((violation) => {
        const as = requirementFor(stem, violation, 'rejected');
        return as === undefined ? [] : [{ violation, each: undecided({ ...known, as }) }];
      }),
    ),
    malformed: all.flatMap(({ body, ...known }, base) =>
      rejectedBodies(stem, body, soakSampling(run, base)).map((each) =>
        undecided({ ...inContext(each, 'soak'), ...known }),
      ),
    ),
  };
}

/** Drops whether the body was accepted before, which depends on when and where a partition runs. */
function undecided<C extends Pick<Case, 'facts'>>(each: C): C {
  const { accepted: _, ...facts } = each.facts ?? {};
  return { ...each, facts };
}
