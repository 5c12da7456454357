import type { Case, Run, Steps } from '../../engine/check.ts';
import { submissionId } from '../../generators/execute-submission.ts';
import { underSubmissionId } from '../../generators/execute-submission.violations.ts';
import { violations } from '../../operations/violations.ts';
import { fromViolation, rejectedBodies, rejectedOf, sampleOf } from '../shared/body-faults.ts';
import { inContext } from '../shared/cases.ts';
import type { Traffic } from '../shared/scenarios.ts';
import { asRequest, bodyAt, validExecute } from './bodies.ts';

const stem = 'execute-submission.request';

/** Per round, a quarter of the schema violations, and malformed bodies. */
function* rejected(run: Run, round: number): Steps<Case[]> {
  const { seed, nonce, names } = run;
  const { body, facts } = bodyAt(run, round, 'mixed');
  const sampling = sampleOf(run, 'mixed', round);
  const everyNth = <T>(all: readonly T[], n: number): T[] =>
    all.filter((_, index) => index % n === round % n);
  // Whoever corrects a request sends it again under its id; in a test, each mistake has its own.
  const idOf = (at: number): string => `mixed/${round}${names === 'realistic' ? '' : `/${at}`}`;
  const structural = everyNth(
    violations(stem, body, () => true, sampling),
    4,
  ).map((violation, at) => fromViolation(underSubmissionId(violation, submissionId(seed, nonce, idOf(at)))));
  const malformed = everyNth(rejectedBodies(stem, body, sampling), 3);
  const all = [...rejectedOf(stem, structural), ...malformed];
  return all.map((each) => ({ ...inContext(each, 'mixed-traffic'), facts }));
}

/** Rejected requests, and valid submissions if bodies are reusable. */
function* mixture(run: Run, round: number): Steps<Case[]> {
  const { bodies } = run;
  const { facts } = bodyAt(run, round, 'mixed');
  const valid =
    bodies.reuse() === 'at-once'
      ? Array.from({ length: 25 }, (_, index) => ({
          kind: 'configured-body',
          context: ['mixed-traffic'],
          as: 'EX-SUCCESS',
          facts,
          request: asRequest(bodyAt(run, round, 'mixed', index).body),
        }))
      : [];
  return [...(yield* rejected(run, round)), ...valid];
}

export const executeTraffic: Traffic = { valid: validExecute, mixture, rejected };
