import { oneIn } from '../../rows/circumstances.ts';
import type { Fault } from '../fault.ts';
import { oneInTen } from '../occasions.ts';
import { limited } from './derived.ts';

const oneTimeInTen = {
  suffix: 'sometimes',
  clause: 'One time in ten',
  when: 'sometimes',
  only: 'chance',
  circumstance: oneIn(10),
  occasion: () => oneInTen,
} as const;

/** Faults in one response of ten, which is enough to be condemned (ruling 26). */
export function sometimesFaults(faults: readonly Fault[]): Fault[] {
  return limited(faults, oneTimeInTen, [
    'generate-topology-accepts-mistyped-synchronizer',
    'generate-topology-accepts-any-text',
    'generate-topology-accepts-cut-key',
    'generate-topology-party-id-is-missing',
    'generate-topology-party-id-has-another-hint',
    'generate-topology-fingerprint-depends-on-hint',
    'generate-topology-multi-hash-is-constant',
    'generate-topology-entry-lacks-wrapper',
    'generate-topology-second-entry-is-null',
    'generate-topology-success-has-status-201',
    'generate-topology-invalid-body-gets-json',
    'generate-topology-refuses-threshold-one',
    'generate-topology-admits-signature-altered-bearer',
    'generate-topology-credential-failure-is-text',
    'execute-submission-accepts-any-character-in-submission-id',
    'execute-submission-accepts-any-text',
    'execute-submission-accepts-several-parties',
    'execute-submission-success-lacks-last-byte',
    'execute-submission-success-is-null',
    'execute-submission-structural-failure-is-text',
    'execute-submission-structural-error-cause-is-a-list',
    'execute-submission-credential-error-error-category-is-above-int32',
    'execute-submission-admits-expired-bearer',
    'execute-submission-refuses-user-id',
    'list-users-success-is-text-plain',
    'list-users-users-is-an-object',
    'list-users-annotation-is-null',
    'list-users-page-holds-one-more',
    'list-users-first-user-of-later-pages-is-dropped',
    'list-users-admits-not-a-jwt-api-key',
    'list-users-credential-failure-is-encoded-twice',
  ]);
}
