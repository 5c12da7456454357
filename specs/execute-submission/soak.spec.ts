import type { Conductor } from '../../engine/conductor.ts';
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
declareSoak(scenarioCheck('execute-submission', executeTraffic), (conductor, partition) =>
  conductPartition(conductor, prepared(conductor), partition),
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

function prepared(conductor: Conductor): SoakRequests {
  const { seed, nonce } = conductor;
  const { structural, malformed } = wrongBodies(conductor);
  const credentials: SoakRequest[] = refusedCredentials(conductor, validExecute).map((each) => ({
    ...each,
    draft: { ...each.draft, facts: undecided(each.draft.facts ?? {}) },
  }));
  const violated = (index: number): SoakRequest => {
    const { as, violation, facts, body } = drawnFrom(conductor, index, structural);
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
      const part = share(conductor, index);
      if (part < 0.6) return violated(index);
      return drawnFrom(conductor, index, part < 0.75 ? malformed : credentials);
    },
  };
}

const wrongBodies = madeOnce(
  (conductor: Conductor): { structural: RejectedBody[]; malformed: SoakRequest[] } => {
    const all = Array.from({ length: bases }, (_, base) => bodyAt(conductor, base, 'soak'));
    return {
      structural: all.flatMap(({ body, facts, index }, base) =>
        violations(stem, body, () => true, soakSampling(conductor, base)).flatMap((violation) => {
          const as = requirementFor(stem, violation, 'rejected');
          return as === undefined ? [] : [{ as, violation, facts: undecided(facts), body: index }];
        }),
      ),
      malformed: all.flatMap(({ body, facts, index }, base) =>
        rejectedBodies(stem, body, soakSampling(conductor, base), 'soak').map(({ draft, request }) => ({
          draft: { ...draft, facts: undecided(facts) },
          request,
          needsControl: false,
          index,
        })),
      ),
    };
  },
);

/** Drops whether the body was accepted before, which depends on when and where a partition runs. */
function undecided({ accepted: _, ...facts }: Facts): Facts {
  return facts;
}
