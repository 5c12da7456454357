import { declareSoak } from '../../engine/soak-tests.ts';
import { scenarioCheck } from '../shared/scenarios.ts';
import { conductPartition, drawnFrom, share, soakCredentials } from '../shared/soak.ts';
import { listTraffic, validList } from './traffic.ts';

const credentialsOf = soakCredentials(validList);

/** Plain listings and invalid credentials. */
declareSoak(scenarioCheck('list-users', listTraffic), (run, partition) => {
  const credentials = credentialsOf(run);
  const plain = { kind: 'no-parameters', context: ['soak'], as: 'LU-SUCCESS' };
  const requests = {
    control: {},
    at: (index: number) => (share(run, index) < 0.5 ? plain : drawnFrom(run, index, credentials)),
  };
  return conductPartition(run, requests, partition);
});
