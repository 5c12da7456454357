import { expect, test } from 'vitest';
import { probablyMeant } from '../../requirements/nearest-ids.ts';

const ids = ['list-users-leaves-out-a-user', 'list-users-leaves-out-a-user-late', 'GT-SYNC-UNKNOWN'];

test.each([
  ['list-user-leaves-out-a-user', 'list-users-leaves-out-a-user'],
  ['gt-sync-unknwon', 'GT-SYNC-UNKNOWN'],
  ['Leaves-out-a-user', 'list-users-leaves-out-a-user'],
  ['out-a-user-late', 'list-users-leaves-out-a-user-late'],
])('%s is %s, which is near, or the shortest that contains it.', (wanted, meant) => {
  expect(probablyMeant(wanted, ids)).toBe(meant);
});

test.each(['users', 'something-else', ''])('"%s" says too little.', (wanted) => {
  expect(probablyMeant(wanted, ids)).toBeUndefined();
});
