import { checksOf, test } from '../../engine/spec.ts';
import { inRounds, sendAll } from '../shared/cases.ts';
import { clientCases } from '../shared/client-cases.ts';

const check = checksOf('list-users');

test(
  ...check('LU-SUCCESS', {
    // Repeatedly and concurrently.
    cases: (run) =>
      sendAll(run, [...inRounds(run, () => [{ kind: 'no-parameters' }]), ...clientCases(run, false)]),
  }),
);
