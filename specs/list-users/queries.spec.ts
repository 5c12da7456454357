import { test } from '../../session/fixtures.ts';
import { checksOf } from '../declare.ts';

const check = checksOf('list-users');

test.describe('queries', () => {
  test(...check('LU-OPEN-PAGESIZE-BAD'));
  test(...check('LU-OPEN-PAGETOKEN-BAD'));
  test(...check('LU-OPEN-PARAMETER-UNKNOWN'));
  test(...check('LU-OPEN-PAGESIZE-MAXIMUM'));
});
