import type { Call } from '../../call.ts';
import { schemeOf } from '../credentials/presented.ts';
import type { Fault } from '../fault.ts';
import { limitTo } from '../limit-to.ts';
import { byId } from './derived.ts';

/** A condition on the request. */
interface RequestOccasion {
  readonly suffix: string;
  readonly when: string;
  readonly isMeant: (call: Call) => boolean;
}

const underApiKey: RequestOccasion = {
  suffix: 'under-api-key',
  when: 'Under the API key alone',
  isMeant: (call) => schemeOf(call) === 'api-key',
};

const withPageSize: RequestOccasion = {
  suffix: 'with-page-size',
  when: 'If a page size is requested',
  isMeant: ({ target }) => /[?&]pageSize=/.test(target),
};

const withPageToken: RequestOccasion = {
  suffix: 'with-page-token',
  when: 'Where a page token is given',
  isMeant: ({ target }) => /[?&]pageToken=[^&]/.test(target),
};

function only(
  { suffix, when, isMeant }: RequestOccasion,
  faults: readonly Fault[],
  ids: readonly string[],
): Fault[] {
  return ids.map((id) => {
    const fault = byId(faults, id);
    return {
      ...fault,
      id: `${id}-${suffix}`,
      title: `${when}: ${fault.title}`,
      apply: limitTo(fault.apply, () => isMeant),
    };
  });
}

/** Faults of the tables that occur only with some unrelated feature of the request. */
export function onlyThenFaults(faults: readonly Fault[]): Fault[] {
  return [
    ...only(underApiKey, faults, [
      'generate-topology-accepts-missing-synchronizer',
      'generate-topology-accepts-negative-confirmation-threshold',
      'generate-topology-party-id-lacks-hint',
      'execute-submission-accepts-long-submission-id',
      'execute-submission-accepts-number-as-submission-id',
      'list-users-last-page-is-lost',
    ]),
    ...only(withPageSize, faults, [
      'list-users-admits-no-credential-bearer',
      'list-users-admits-expired-bearer',
    ]),
    ...only(withPageToken, faults, [
      'list-users-admits-no-credential-bearer',
      'list-users-admits-expired-api-key',
    ]),
  ];
}
