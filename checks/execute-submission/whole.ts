import { submissionId } from '../../generators/execute-submission.ts';
import { underSubmissionId } from '../../generators/execute-violations.ts';
import { malformedBodies } from '../../generators/malformed-json.ts';
import { violations } from '../../generators/violations.ts';
import type { Conductor } from '../../session/conductor.ts';
import { jsonBytes } from '../../session/plain-request.ts';
import type { BatchRequest } from '../conduct/batch.ts';
import { fromRawBody, fromViolation } from '../conduct/from-violation.ts';
import { mixedTrafficCheck } from '../conduct/mixed-traffic.ts';
import { asRequest, bodyAt } from './bodies.ts';
import { requirementOfViolation } from './request-fields.ts';
import { validExecute } from './valid.ts';

/** A third of the violations of the schema in each round, malformed bodies, and valid submissions where the body can be sent again at once. */
function mixture(conductor: Conductor, round: number): BatchRequest[] {
  const { seed, nonce, bodies } = conductor;
  const { body, facts } = bodyAt(conductor, round, 'mixed');
  const everyNth = <T>(all: readonly T[], n: number): T[] =>
    all.filter((_, index) => index % n === round % n);
  const structural = everyNth(violations('execute-submission.request', body), 3).flatMap((violation, at) => {
    const as = requirementOfViolation(violation);
    const id = submissionId(seed, nonce, `mixed/${round}/${at}`);
    const { name, wrong, request } = fromViolation(underSubmissionId(violation, id));
    return as === undefined
      ? []
      : [{ draft: { name: `${name}, in mixed traffic`, as, wrong, facts }, request, needsControl: true }];
  });
  const malformed = everyNth(
    malformedBodies(jsonBytes(body)).filter(({ verdict }) => verdict === 'refuse'),
    3,
  ).map((raw) => {
    const { name, wrong, request } = fromRawBody(raw);
    return {
      draft: { name: `${name}, in mixed traffic`, as: 'EX-BODY', wrong, facts },
      request,
      needsControl: true,
    };
  });
  const valid =
    bodies.reuse() === 'at-once'
      ? Array.from({ length: 25 }, (_, index) => ({
          draft: { name: 'the configured body, in mixed traffic', as: 'EX-SUCCESS', facts },
          request: asRequest(bodyAt(conductor, round, 'mixed', index).body),
          needsControl: false,
        }))
      : [];
  return [...structural, ...malformed, ...valid];
}

export const wholeChecks = [mixedTrafficCheck('execute-submission', validExecute, mixture)];
