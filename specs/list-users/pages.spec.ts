import { test } from '../../session/fixtures.ts';
import { checksOf } from '../declare.ts';

const check = checksOf('list-users');

test.describe('pages', () => {
  test(...check('LU-PAGE-SIZE'));
  test(...check('LU-PAGE-CONTINUES'));
  test(...check('LU-PAGE-COMPLETE'));
  test(...check('LU-PAGE-EMPTYTOKEN'));
});
