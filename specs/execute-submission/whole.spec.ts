import type { Run, Steps } from '../../engine/check.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { mixedTraffic } from '../shared/mixed-traffic.ts';
import { sendAgain, sendBehindRejections } from './submitted-again.ts';
import { executeTraffic } from './traffic.ts';

test(...checksOf('execute-submission')('HTTP-STABLE', mixedTraffic(executeTraffic, aroundTraffic)));

function* aroundTraffic(run: Run): Steps<() => Steps> {
  const accepted = yield* sendAgain(run, 'before');
  yield* sendBehindRejections(run, 'before');
  return function* () {
    yield* sendAgain(run, 'after', accepted);
    yield* sendBehindRejections(run, 'after');
  };
}
