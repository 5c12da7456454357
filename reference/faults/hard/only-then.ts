import type { Call } from '../../call.ts';
import { apiKey, target } from '../../rows/circumstances.ts';
import { schemeOf } from '../credentials/presented.ts';
import type { Fault } from '../fault.ts';
import { limited } from './derived.ts';

const underApiKey = {
  suffix: 'under-api-key',
  clause: 'Only with the API key',
  only: 'scheme' as const,
  circumstance: apiKey,
  occasion: () => () => (call: Call) => schemeOf(call) === 'api-key',
};

const withPageSize = {
  suffix: 'with-page-size',
  clause: 'If a page size is requested',
  circumstance: target(/[?&]pageSize=/),
  only: 'optional-field' as const,
  occasion:
    () =>
    () =>
    ({ target }: Call) =>
      /[?&]pageSize=/.test(target),
};

const withPageToken = {
  suffix: 'with-page-token',
  clause: 'Where a page token is given',
  circumstance: target(/[?&]pageToken=[^&]/),
  only: 'optional-field' as const,
  occasion:
    () =>
    () =>
    ({ target }: Call) =>
      /[?&]pageToken=[^&]/.test(target),
};

/** Faults of the tables that occur only with some unrelated feature of the request. */
export function onlyThenFaults(faults: readonly Fault[]): Fault[] {
  return [
    ...limited(faults, underApiKey, [
      'generate-topology-accepts-missing-synchronizer',
      'generate-topology-accepts-negative-confirmation-threshold',
      'generate-topology-party-id-lacks-hint',
      'execute-submission-accepts-long-submission-id',
      'execute-submission-accepts-number-as-submission-id',
      'list-users-last-page-is-lost',
    ]),
    ...limited(faults, withPageSize, ['list-users-admits-no-credential-bearer', 'list-users-admits-expired-bearer']),
    ...limited(faults, withPageToken, ['list-users-admits-no-credential-bearer', 'list-users-admits-expired-api-key']),
  ];
}
