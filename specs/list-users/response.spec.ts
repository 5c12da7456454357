import { checksOf, test } from '../../engine/spec.ts';
import { sample } from '../shared/sample.ts';

const check = checksOf('list-users');

/** Fields of a page and of its users: judged on every success of the run; three are sent here. */
const pages = sample(({ facts }) => [
  { kind: 'no-parameters', as: 'LU-SUCCESS' },
  { kind: 'empty-page-token', as: 'LU-SUCCESS', request: { query: `${facts.pageTokenParameter}=` } },
  // The size may be rejected, which is observed elsewhere; any page is enough here.
  {
    kind: 'large-page-size',
    detail: '2',
    as: 'LU-OPEN-PAGESIZE-MAXIMUM',
    request: { query: `${facts.pageSizeParameter}=2` },
  },
]);

test(...check('LU-RES-MEDIA', pages));
test(...check('LU-RES-USERS', pages));
test(...check('LU-RES-NEXTPAGETOKEN', pages));
test(...check('LU-USER', pages));
test(...check('LU-USER-ID', pages));
test(...check('LU-USER-PRIMARYPARTY', pages));
test(...check('LU-USER-ISDEACTIVATED', pages));
test(...check('LU-USER-METADATA', pages));
test(...check('LU-USER-RESOURCEVERSION', pages));
test(...check('LU-USER-ANNOTATIONS', pages));
test(...check('LU-USER-IDENTITYPROVIDERID', pages));
test(...check('LU-OPEN-UNKNOWN-FIELDS', pages));
test(...check('LU-OPEN-USER-FIELDS', pages));
test(...check('LU-OPEN-NULLS', pages));
test(...check('LU-OPEN-ORDER', pages));
test(...check('LU-OPEN-PAGESIZE-DEFAULT', pages));
test(...check('LU-OPEN-PARAMETERS', pages));
test(...check('HTTP-OPEN-SUCCESS-STATUS', pages));
