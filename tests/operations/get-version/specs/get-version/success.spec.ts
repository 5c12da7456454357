import { checksOf, test } from '../../engine/spec.ts';
import { sample } from '../shared/sample.ts';
import { plain } from './traffic.ts';

const check = checksOf('get-version');
const successes = sample(() => [plain]);

test(...check('VER-SUCCESS', successes));
test(...check('VER-RES-MEDIA', successes));
test(...check('VER-RES-VERSION', successes));
test(...check('VER-OPEN-UNKNOWN-FIELDS', successes));
