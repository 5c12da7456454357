import type { Run, Steps } from '../../engine/check.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { mixedTraffic } from '../shared/mixed-traffic.ts';
import { conductAfterRefusals } from './after-refusals.ts';
import { conductRelations } from './related-parties.ts';
import { generateTraffic } from './traffic.ts';

test(...checksOf('generate-topology')('HTTP-STABLE', mixedTraffic(generateTraffic, aroundTraffic)));

function* aroundTraffic(run: Run): Steps<() => Steps> {
  const related = yield* conductRelations(run);
  const same = yield* conductAfterRefusals(run, 'before');
  return function* () {
    yield* conductRelations(run, related);
    yield* conductAfterRefusals(run, 'after', same);
  };
}
