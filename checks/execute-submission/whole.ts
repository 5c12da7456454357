import { submissionId } from '../../generators/execute-submission.ts';
import { underSubmissionId } from '../../generators/execute-submission.violations.ts';
import { malformedBodies } from '../../generators/malformed-json.ts';
import { violations } from '../../operations/violations.ts';
import type { Conductor } from '../../session/conductor.ts';
import { jsonBytes } from '../../session/plain-request.ts';
import type { BatchRequest } from '../conduct/batch.ts';
import { fromRawBody, fromViolation, rejectedOf } from '../conduct/claimed-faults.ts';
import { mixedTrafficCheck } from '../conduct/mixed-traffic.ts';
import type { Faulty } from '../conduct/refusals.ts';
import { asRequest, bodyAt } from './bodies.ts';
import { validExecute } from './valid.ts';

const stem = 'execute-submission.request';

/** A third of the violations of the schema in each round, malformed bodies, and valid submissions where the body can be sent again at once. */
function mixture(conductor: Conductor, round: number): BatchRequest[] {
  const { seed, nonce, bodies } = conductor;
  const { body, facts } = bodyAt(conductor, round, 'mixed');
  const everyNth = <T>(all: readonly T[], n: number): T[] =>
    all.filter((_, index) => index % n === round % n);
  const rejected = (faults: readonly Faulty[]): BatchRequest[] =>
    rejectedOf(stem, faults, 'mixed-traffic').map(({ draft, request }) => ({
      draft: { ...draft, facts },
      request,
      needsControl: true,
    }));
  const structural = everyNth(violations(stem, body), 3).map((violation, at) =>
    fromViolation(underSubmissionId(violation, submissionId(seed, nonce, `mixed/${round}/${at}`))),
  );
  const malformed = everyNth(rejected(malformedBodies(jsonBytes(body)).map(fromRawBody)), 3);
  const valid =
    bodies.reuse() === 'at-once'
      ? Array.from({ length: 25 }, (_, index) => ({
          draft: { kind: 'configured-body', context: ['mixed-traffic'], as: 'EX-SUCCESS', facts },
          request: asRequest(bodyAt(conductor, round, 'mixed', index).body),
          needsControl: false,
        }))
      : [];
  return [...rejected(structural), ...malformed, ...valid];
}

export const wholeChecks = [mixedTrafficCheck('execute-submission', validExecute, mixture)];
