import type { Run } from '../../engine/check.ts';
import { declareSoak } from '../../engine/soak-tests.ts';
import { submissionId } from '../../generators/execute-submission.ts';
import { underSubmissionId } from '../../generators/execute-submission.violations.ts';
import type { Violation } from '../../generators/violation.ts';
import type { Facts } from '../../journal/record.ts';
import { violations } from '../../operations/violations.ts';
import { requirementFor } from '../../requirements/requirement-for.ts';
import { fromViolation, rejectedBodies } from '../shared/body-faults.ts';
import { scenarioCheck } from '../shared/scenarios.ts';
import { conductPartition, type SoakRequest, type SoakRequests } from '../shared/soak.ts';
import { drawnFrom, madeOnce, refusedCredentials, share, soakSampling } from '../shared/soak-draws.ts';
import { bodyAt } from './bodies.ts';
import { executeTraffic } from './traffic.ts';
import { validExecute } from './valid.ts';

/** Only requests that must be rejected: valid submissions are sent by the checks of success alone. */
declareSoak(scenarioCheck('execute-submission', executeTraffic), (run, partition) =>
  conductPartition(run, prepared(run), partition),
);

const stem = 'execute-submission.request';

/** How many of the configured bodies are used to make invalid ones. */
const bases = 8;

interface RejectedBody {
  readonly as: string;
  readonly violation: Violation;
  readonly facts: Facts;
  readonly body: number | undefined;
}

function prepared(run: Run): SoakRequests {
  const { seed, nonce } = run;
  const { structural, malformed } = wrongBodies(run);
  const credentials: SoakRequest[] = refusedCredentials(run, validExecute).map((each) => ({
    ...each,
    draft: { ...each.draft, facts: undecided(each.draft.facts ?? {}) },
  }));
  const violated = (index: number): SoakRequest => {
    const { as, violation, facts, body } = drawnFrom(run, index, structural);
    const id = submissionId(seed, nonce, `soak/${index}`);
    const { request, ...draft } = fromViolation(underSubmissionId(violation, id));
    return {
      draft: { ...draft, context: ['soak'], as, facts },
      request,
      needsControl: false,
      index: body,
    };
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

const wrongBodies = madeOnce((run: Run): { structural: RejectedBody[]; malformed: SoakRequest[] } => {
  const all = Array.from({ length: bases }, (_, base) => bodyAt(run, base, 'soak'));
  return {
    structural: all.flatMap(({ body, facts, index }, base) =>
      violations(stem, body, () => true, soakSampling(run, base)).flatMap((violation) => {
        const as = requirementFor(stem, violation, 'rejected');
        return as === undefined ? [] : [{ as, violation, facts: undecided(facts), body: index }];
      }),
    ),
    malformed: all.flatMap(({ body, facts, index }, base) =>
      rejectedBodies(stem, body, soakSampling(run, base), 'soak').map(({ draft, request }) => ({
        draft: { ...draft, facts: undecided(facts) },
        request,
        needsControl: false,
        index,
      })),
    ),
  };
});

/** Drops whether the body was accepted before, which depends on when and where a partition runs. */
function undecided({ accepted: _, ...facts }: Facts): Facts {
  return facts;
}
