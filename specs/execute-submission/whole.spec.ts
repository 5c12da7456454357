import { checksOf, test } from '../../engine/spec.ts';
import { mixedTraffic } from '../shared/mixed-traffic.ts';
import { sendAgain, sendBehindRejections } from './submitted-again.ts';
import { executeTraffic } from './traffic.ts';

const check = checksOf('execute-submission');

test(
  ...check(
    'HTTP-STABLE',
    mixedTraffic(executeTraffic, function* (run) {
      const accepted = yield* sendAgain(run, 'before');
      yield* sendBehindRejections(run, 'before');
      return function* () {
        yield* sendAgain(run, 'after', accepted);
        yield* sendBehindRejections(run, 'after');
      };
    }),
  ),
);
