import { checksOf, test } from '../../engine/spec.ts';
import { mixedTraffic } from '../shared/mixed-traffic.ts';
import { conductBehindRejections, conductSubmittedAgain } from './submitted-again.ts';
import { executeTraffic } from './traffic.ts';

const check = checksOf('execute-submission');

test(
  ...check(
    'HTTP-STABLE',
    mixedTraffic(executeTraffic, function* (conductor) {
      const accepted = yield* conductSubmittedAgain(conductor, 'before');
      yield* conductBehindRejections(conductor, 'before');
      return function* () {
        yield* conductSubmittedAgain(conductor, 'after', accepted);
        yield* conductBehindRejections(conductor, 'after');
      };
    }),
  ),
);
