import type { FaultCircumstance } from './fault-circumstance.ts';

/** Faults that show only with what was sent before, or chance. */
export const byHistory: Readonly<Partial<Record<FaultCircumstance, readonly string[]>>> = {
  state: [
    'generate-topology-fingerprint-behind-a-refusal-is-another-one',
    'generate-topology-refuses-key-sent-before',
    'execute-submission-refuses-submission-ids-alike',
    'execute-submission-refuses-submission-ids-that-begin-alike',
    'token-found-without-case',
    'payload-found-without-case',
    'token-found-by-beginning-of-signature',
    'token-found-by-subject',
    'list-users-size-is-refused-behind-forty-listings',
    'list-users-even-sizes-are-refused-behind-twenty-listings',
    'list-users-listing-ends-behind-ten-pages',
    'list-users-listing-ends-behind-seventy-pages',
    'list-users-user-17-is-lost-behind-a-token',
    'list-users-last-page-is-html',
    'list-users-page-behind-a-token-stops',
  ],
  chance: ['list-users-sized-listing-is-refused-now-and-then', 'list-users-page-size-is-ignored-now-and-then', 'list-users-page-token-is-ignored-now-and-then'],
};
