import { checksOf, test } from '../../engine/spec.ts';
import { mixedTraffic } from '../shared/mixed-traffic.ts';
import { listBehind } from './after-refusals.ts';
import { listTraffic } from './traffic.ts';

const check = checksOf('list-users');

test(
  ...check(
    'HTTP-STABLE',
    mixedTraffic(listTraffic, function* (run) {
      yield* listBehind(run);
      return function* () {};
    }),
  ),
);
