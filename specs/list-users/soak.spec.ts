import { scenarioCheck } from '../shared/scenarios.ts';
import { drawnFrom, share, soak, soakCredentials } from '../shared/soak.ts';
import { listTraffic, validList } from './traffic.ts';

/** Plain listings and invalid credentials. */
soak(scenarioCheck('list-users', listTraffic), (run) => {
  const credentials = soakCredentials(run, validList);
  const plain = { kind: 'no-parameters', context: ['soak'], as: 'LU-SUCCESS' };
  return {
    control: {},
    at: (index) => (share(run, index) < 0.5 ? plain : drawnFrom(run, index, credentials)),
  };
});
