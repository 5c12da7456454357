import { checksOf, test } from '../../engine/spec.ts';
import { mixedTraffic } from '../shared/mixed-traffic.ts';
import { conductAfterRefusals } from './after-refusals.ts';
import { conductRelations } from './related-parties.ts';
import { generateTraffic } from './traffic.ts';

const check = checksOf('generate-topology');

test(
  ...check(
    'HTTP-STABLE',
    mixedTraffic(generateTraffic, function* (conductor) {
      const related = yield* conductRelations(conductor);
      const same = yield* conductAfterRefusals(conductor, 'before');
      return function* () {
        yield* conductRelations(conductor, related);
        yield* conductAfterRefusals(conductor, 'after', same);
      };
    }),
  ),
);
