import { submissionId } from '../../generators/execute-submission.ts';
import { underSubmissionId } from '../../generators/execute-submission.violations.ts';
import { violations } from '../../operations/violations.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { BatchRequest } from '../conduct/batch.ts';
import { fromViolation, rejectedBodies, rejectedOf, sampleOf } from '../conduct/claimed-faults.ts';
import { mixedTrafficCheck } from '../conduct/mixed-traffic.ts';
import { asRequest, bodyAt } from './bodies.ts';
import { conductBehindRejections, conductSubmittedAgain } from './submitted-again.ts';
import { validExecute } from './valid.ts';

const stem = 'execute-submission.request';

/** Per round, a quarter of the schema violations, and malformed bodies. */
function rejected(conductor: Conductor, round: number): BatchRequest[] {
  const { seed, nonce } = conductor;
  const { body, facts } = bodyAt(conductor, round, 'mixed');
  const extent = sampleOf(conductor, 'mixed', round);
  const everyNth = <T>(all: readonly T[], n: number): T[] =>
    all.filter((_, index) => index % n === round % n);
  const structural = everyNth(
    violations(stem, body, () => true, extent),
    4,
  ).map((violation, at) =>
    fromViolation(underSubmissionId(violation, submissionId(seed, nonce, `mixed/${round}/${at}`))),
  );
  const malformed = everyNth(rejectedBodies(stem, body, extent, 'mixed-traffic'), 3);
  const all = [...rejectedOf(stem, structural, 'mixed-traffic'), ...malformed];
  return all.map((each) => ({ ...each, draft: { ...each.draft, facts } }));
}

/** Rejected requests, and valid submissions if bodies are reusable. */
function mixture(conductor: Conductor, round: number): BatchRequest[] {
  const { bodies } = conductor;
  const { facts } = bodyAt(conductor, round, 'mixed');
  const valid =
    bodies.reuse() === 'at-once'
      ? Array.from({ length: 25 }, (_, index) => ({
          draft: { kind: 'configured-body', context: ['mixed-traffic'], as: 'EX-SUCCESS', facts },
          request: asRequest(bodyAt(conductor, round, 'mixed', index).body),
          needsControl: false,
        }))
      : [];
  return [...rejected(conductor, round), ...valid];
}

export const wholeChecks = [
  mixedTrafficCheck('execute-submission', validExecute, mixture, {
    rejected,
    async conduct(conductor, when) {
      await conductSubmittedAgain(conductor, when);
      await conductBehindRejections(conductor, when);
    },
  }),
];
