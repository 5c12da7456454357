import { checksOf, test } from '../../engine/spec.ts';
import { clientCases } from '../shared/client-cases.ts';
import { sendProbes } from '../shared/requests.ts';
import { inRounds } from '../shared/rounds.ts';

const check = checksOf('list-users');

test(
  ...check('LU-SUCCESS', {
    // Repeatedly and concurrently.
    cases: (run) =>
      sendProbes(run, [
        ...inRounds(run, () => [{ draft: { kind: 'no-parameters' }, request: {} }]),
        ...clientCases(run, false).map(({ sent, ...draft }) => ({ draft, request: sent })),
      ]),
  }),
);
