import { behindFirst } from '../../rows/circumstances.ts';
import type { Fault } from '../fault.ts';
import { late } from '../occasions.ts';
import { limited } from './derived.ts';

const afterSome = {
  suffix: 'late',
  clause: 'After 150 requests',
  when: 'late',
  only: 'state',
  circumstance: behindFirst(150),
  occasion: ({ operations: [operation] }: Fault) => late(operation),
} as const;

/** Faults of servers that degrade: a cache is full, a counter overflows, a lease ends. */
export function lateFaults(faults: readonly Fault[]): Fault[] {
  return limited(faults, afterSome, [
    'generate-topology-accepts-null-party-hint',
    'generate-topology-party-id-has-another-hint',
    'generate-topology-multi-hash-is-constant',
    'generate-topology-transactions-forget-hint',
    'generate-topology-success-is-text-plain',
    'generate-topology-invalid-body-gets-500',
    'generate-topology-refuses-absent-threshold',
    'generate-topology-admits-other-secret-bearer',
    'execute-submission-accepts-unknown-hashing-scheme',
    'execute-submission-success-is-null',
    'execute-submission-structural-failure-is-text',
    'execute-submission-admits-no-credential-bearer',
    'list-users-page-size-has-no-effect',
    'list-users-first-user-of-later-pages-is-dropped',
    'list-users-refuses-token-of-its-own',
    'list-users-user-id-is-a-number',
    'list-users-admits-signature-missing-bearer',
  ]);
}
