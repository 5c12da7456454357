import { textFrom } from '../../generators/seeding.ts';
import { claimantOfKind } from '../../requirements/claims.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { OperationRequest } from '../../wire/operation-request.ts';
import { createCheck } from './check.ts';
import { fewAtQuick } from './few-at-quick.ts';
import { type ClaimedProbe, sendProbes } from './probe.ts';

/** They are judged on the answers to all other checks too. */
const samplesAtQuick = 1;

/**
 * Requirements on every answer of a kind (fields of a success, fields of an error) are judged on all such answers.
 * Their own check sends a few, so that each can run alone.
 */
export function sampleChecks(
  operation: Operation,
  requirements: readonly string[],
  samples: (conductor: Conductor) => readonly ClaimedProbe[],
): Check[] {
  return requirements.map((requirement) => ({
    ...createCheck(operation, requirement, (conductor) =>
      sendProbes(conductor, fewAtQuick(conductor, samples(conductor), samplesAtQuick)),
    ),
    // Of the answers to all other checks.
    over: ['scheme'],
  }));
}

/** Credential failures, which every operation has: no credential, and one that is not a JWT. */
export function credentialSamples({ identity }: Conductor, request: OperationRequest): ClaimedProbe[] {
  const word = textFrom([identity('not-a-jwt')], 'abcdefghijklmnopqrstuvwxyz', 9);
  return [
    {
      draft: { kind: 'no-credential', as: claimantOfKind('none'), credential: 'none' },
      request,
      credential: [],
    },
    {
      draft: { kind: 'not-a-jwt', as: claimantOfKind('not-a-jwt'), credential: 'not-a-jwt' },
      request,
      credential: [['Authorization', `Bearer ${word}`]],
    },
  ];
}

/** The fields of the error object and sound practice in failures, the same on every operation. */
export const failureRequirements: readonly string[] = [
  'ERR-OBJECT',
  'ERR-CODE',
  'ERR-CAUSE',
  'ERR-CONTEXT',
  'ERR-CATEGORY',
  'ERR-CORRELATIONID',
  'ERR-TRACEID',
  'ERR-RESOURCES',
  'ERR-GRPCCODE',
  'ERR-RETRYINFO',
  'ERR-DEFINITEANSWER',
  'ERR-NO-5XX',
  'ERR-NO-LEAK',
  'ERR-OPEN-UNKNOWN-FIELDS',
  'ERR-OPEN-NULLS',
  'ERR-OPEN-CODES',
  'ERR-OPEN-STATUSES',
  'ERR-OPEN-CONDITIONS',
  'AUTH-WWW-AUTHENTICATE',
  'AUTH-OPEN-STATUS',
  'HTTP-OPEN-RATE-LIMIT',
];
