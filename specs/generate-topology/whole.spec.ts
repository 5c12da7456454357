import type { Run, Steps } from '../../engine/check.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { mixedTraffic } from '../shared/mixed-traffic.ts';
import { sendAfterRefusals } from './after-refusals.ts';
import { sendRelated } from './related-parties.ts';
import { generateTraffic } from './traffic.ts';

test(...checksOf('generate-topology')('HTTP-STABLE', mixedTraffic(generateTraffic, aroundTraffic)));

function* aroundTraffic(run: Run): Steps<() => Steps> {
  const related = yield* sendRelated(run);
  const same = yield* sendAfterRefusals(run, 'before');
  return function* () {
    yield* sendRelated(run, related);
    yield* sendAfterRefusals(run, 'after', same);
  };
}
