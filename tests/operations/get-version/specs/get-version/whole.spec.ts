import { checksOf, test } from '../../engine/spec.ts';
import { mixedTraffic } from '../shared/mixed-traffic.ts';
import { versionTraffic } from './traffic.ts';

test(...checksOf('get-version')('HTTP-STABLE', mixedTraffic(versionTraffic)));
