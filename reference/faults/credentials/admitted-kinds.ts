import { operationStems } from '../../../schemas/openapi.ts';
import type { Fault } from '../fault.ts';
import { faultsOf } from '../fault-row.ts';
import { admit } from './admit.ts';
import { type CredentialKind, schemeOf } from './presented.ts';

const schemes = { bearer: 'as bearer', 'api-key': 'in Sec-WebSocket-Protocol' } as const;

const kinds: Readonly<Record<CredentialKind, readonly [name: string, requirement: string]>> = {
  missing: ['No credential', 'AUTH-REQUIRED'],
  empty: ['An empty credential', 'AUTH-EMPTY'],
  'not-a-jwt': ['A string that is no JWT', 'AUTH-NOT-JWT'],
  'alg-none': ['A JWT with alg none', 'AUTH-ALG-NONE'],
  'signature-missing': ['A JWT without its signature', 'AUTH-SIGNATURE-MISSING'],
  'signature-altered': ['A JWT with an altered signature', 'AUTH-SIGNATURE-ALTERED'],
  'payload-changed': ['A JWT with a changed payload under an accepted signature', 'AUTH-PAYLOAD-CHANGED'],
  'other-secret': ['A JWT signed with another secret', 'AUTH-OTHER-SECRET'],
  expired: ['An expired JWT', 'AUTH-EXPIRED'],
};

/** The requirement about each kind. */
export const credentialRequirements = Object.values(kinds).map(([, requirement]) => requirement);

/** Each kind of ruling 19 on each operation under each scheme. */
export const admittedKindFaults: readonly Fault[] = Object.entries(kinds).flatMap(([kind, [name, requirement]]) =>
  operationStems.flatMap((operation) =>
    faultsOf(
      operation,
      Object.entries(schemes).map(([scheme, where]) => ({
        id: `admits-${kind === 'missing' ? 'no-credential' : kind}-${scheme}`,
        title: `${name} ${where} is admitted by ${operation}.`,
        requirements: [requirement],
        apply: admit((met, call) => met === kind && call.operation === operation && schemeOf(call) === scheme),
      })),
    ),
  ),
);
