import { checksOf, test } from '../../engine/spec.ts';
import { mixedTraffic } from '../shared/mixed-traffic.ts';
import { conductBehindRejections, conductSubmittedAgain } from './submitted-again.ts';
import { executeTraffic } from './traffic.ts';

const check = checksOf('execute-submission');

test(
  ...check(
    'HTTP-STABLE',
    mixedTraffic(executeTraffic, function* (run) {
      const accepted = yield* conductSubmittedAgain(run, 'before');
      yield* conductBehindRejections(run, 'before');
      return function* () {
        yield* conductSubmittedAgain(run, 'after', accepted);
        yield* conductBehindRejections(run, 'after');
      };
    }),
  ),
);
