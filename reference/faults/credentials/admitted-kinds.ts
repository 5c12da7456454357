import type { Operation } from '../../operation.ts';
import type { Fault } from '../fault.ts';
import { quotes } from '../quotes.ts';
import { admit } from './admit.ts';
import { type CredentialKind, type PresentedScheme, schemeOf } from './presented.ts';

const operations: readonly Operation[] = ['generate-topology', 'execute-submission', 'list-users'];

const schemes: Readonly<Record<PresentedScheme, string>> = {
  bearer: 'as bearer',
  'api-key': 'in Sec-WebSocket-Protocol',
};

const kinds: Readonly<Record<CredentialKind, { name: string; requirement: string; quote: string }>> = {
  missing: { name: 'No credential', requirement: 'AUTH-REQUIRED', quote: quotes.bearer },
  empty: {
    name: 'An empty credential',
    requirement: 'AUTH-EMPTY',
    quote: 'value is the word Bearer, a space and <ACCESS_TOKEN>',
  },
  'not-a-jwt': { name: 'A string that is no JWT', requirement: 'AUTH-NOT-JWT', quote: quotes.jwt },
  'alg-none': { name: 'A JWT with alg none', requirement: 'AUTH-ALG-NONE', quote: quotes.jwt },
  'signature-missing': {
    name: 'A JWT without its signature',
    requirement: 'AUTH-SIGNATURE-MISSING',
    quote: quotes.jwt,
  },
  'signature-altered': {
    name: 'A JWT with an altered signature',
    requirement: 'AUTH-SIGNATURE-ALTERED',
    quote: quotes.jwt,
  },
  'payload-changed': {
    name: 'A JWT with a changed payload under an accepted signature',
    requirement: 'AUTH-PAYLOAD-CHANGED',
    quote: quotes.jwt,
  },
  'other-secret': {
    name: 'A JWT signed with another secret',
    requirement: 'AUTH-OTHER-SECRET',
    quote: quotes.jwt,
  },
  expired: { name: 'An expired JWT', requirement: 'AUTH-EXPIRED', quote: quotes.jwt },
};

function faultOf(kind: CredentialKind, operation: Operation, scheme: PresentedScheme): Fault {
  const { name, requirement, quote } = kinds[kind];
  return {
    id: `${operation}-admits-${kind === 'missing' ? 'no-credential' : kind}-${scheme}`,
    title: `${name} ${schemes[scheme]} is admitted by ${operation}.`,
    operations: [operation],
    requirements: [requirement],
    quote,
    when: 'always',
    apply: admit((met, call) => met === kind && call.operation === operation && schemeOf(call) === scheme),
  };
}

/** Each kind of ruling 19 on each operation under each scheme. */
export const admittedKindFaults: readonly Fault[] = (Object.keys(kinds) as CredentialKind[]).flatMap((kind) =>
  operations.flatMap((operation) =>
    (['bearer', 'api-key'] as const).map((scheme) => faultOf(kind, operation, scheme)),
  ),
);
