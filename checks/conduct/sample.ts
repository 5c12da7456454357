import { claimantOfKind } from '../../requirements/claims.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { CaseDraft } from '../../session/case-builder.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { HeaderPair } from '../../wire/exchange.ts';
import type { OperationRequest } from '../../wire/wire.ts';
import { judgeAnswers } from '../answers/judge-answers.ts';

/** A request that is sure to bring an answer of the kind a requirement speaks of. */
export interface Sample {
  readonly draft: CaseDraft & { readonly as: string };
  readonly request: OperationRequest;
  readonly credential?: readonly HeaderPair[];
}

/**
 * Requirements that speak of every answer of a kind (fields of a success, fields of an error) are judged wherever such
 * an answer comes in. Their own check sends a few, so that each can be run alone.
 */
export function sampleChecks(
  operation: Operation,
  requirements: readonly string[],
  samples: (conductor: Conductor) => Promise<readonly Sample[]> | readonly Sample[],
): Check[] {
  return requirements.map((requirement) => ({
    requirement,
    operation,
    version: 1,
    judge: judgeAnswers,
    async conduct(conductor) {
      const all = await samples(conductor);
      await Promise.all(
        all.map(({ draft, request, credential }) =>
          conductor.inCase(draft, (builder) => builder.send('probe', request, credential)),
        ),
      );
    },
  }));
}

/** Failures by credential, which every operation has: no credential, and one that is no JWT. */
export function credentialSamples(request: OperationRequest): Sample[] {
  return [
    {
      draft: { kind: 'no-credential', as: claimantOfKind('none'), credential: 'none' },
      request,
      credential: [],
    },
    {
      draft: { kind: 'not-a-jwt', as: claimantOfKind('not-a-jwt'), credential: 'not-a-jwt' },
      request,
      credential: [['Authorization', 'Bearer not-a-jwt']],
    },
  ];
}

/** The fields of the error object, and what sound practice says of failures: on every operation alike. */
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
