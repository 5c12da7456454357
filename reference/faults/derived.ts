import { apiKey, behindFirst, oneIn, target } from '../rows/conditions.ts';
import type { Fault } from './fault.ts';
import { only } from './table.ts';

/** Faults in one response of ten, which is enough to be condemned (ruling 26). */
const sometimes = [
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
];

/** Faults of servers that degrade: a cache is full, a counter overflows, a lease ends. */
const late = [
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
];

const underApiKey = [
  'generate-topology-accepts-missing-synchronizer',
  'generate-topology-accepts-negative-confirmation-threshold',
  'generate-topology-party-id-lacks-hint',
  'execute-submission-accepts-long-submission-id',
  'execute-submission-accepts-number-as-submission-id',
  'list-users-last-page-is-lost',
];

/** The faults of the tables that occur only at some time, by chance, or with some unrelated feature of the request. */
export function derivedFaults(tables: readonly Fault[]): Fault[] {
  const named = (ids: readonly string[]): Fault[] =>
    ids.map((id) => {
      const fault = tables.find((each) => each.id === id);
      if (fault === undefined) throw new Error(`There is no fault "${id}"; name one of the tables.`);
      return fault;
    });
  const sized = ['list-users-admits-no-credential-bearer', 'list-users-admits-expired-bearer'];
  const continued = ['list-users-admits-no-credential-bearer', 'list-users-admits-expired-api-key'];
  return [
    ...only(['sometimes', 'One time in ten'], oneIn(10), { when: 'sometimes', only: 'chance' }, named(sometimes)),
    ...only(['late', 'After 150 requests'], behindFirst(150), { when: 'late', only: 'state' }, named(late)),
    ...only(['under-api-key', 'Only with the API key'], apiKey, { only: 'scheme' }, named(underApiKey)),
    ...only(['with-page-size', 'If a page size is requested'], target(/[?&]pageSize=/), { only: 'optional-field' }, named(sized)),
    ...only(['with-page-token', 'Where a page token is given'], target(/[?&]pageToken=[^&]/), { only: 'optional-field' }, named(continued)),
  ];
}
