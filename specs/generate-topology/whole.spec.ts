import { checksOf, test } from '../../engine/spec.ts';
import { mixedTraffic } from '../shared/mixed-traffic.ts';
import { conductAfterRefusals } from './after-refusals.ts';
import { conductRelations } from './related-parties.ts';
import { generateTraffic } from './traffic.ts';

const check = checksOf('generate-topology');

test(
  ...check(
    'HTTP-STABLE',
    mixedTraffic(generateTraffic, function* (run) {
      const related = yield* conductRelations(run);
      const same = yield* conductAfterRefusals(run, 'before');
      return function* () {
        yield* conductRelations(run, related);
        yield* conductAfterRefusals(run, 'after', same);
      };
    }),
  ),
);
