import { test } from '../../session/fixtures.ts';
import { checksOf } from '../declare.ts';
import { declareSoak } from '../soak-tests.ts';

const check = checksOf('list-users');

test.describe('credentials', () => {
  test(...check('AUTH-REQUIRED'));
  test(...check('AUTH-EMPTY'));
  test(...check('AUTH-NOT-JWT'));
  test(...check('AUTH-ALG-NONE'));
  test(...check('AUTH-SIGNATURE-MISSING'));
  test(...check('AUTH-SIGNATURE-ALTERED'));
  test(...check('AUTH-PAYLOAD-CHANGED'));
  test(...check('AUTH-OTHER-SECRET'));
  test(...check('AUTH-TOKEN-EXACT'));
  test(...check('AUTH-EXPIRED'));
  test(...check('AUTH-BASIC'));
  test(...check('AUTH-BEARER'));
  test(...check('AUTH-APIKEY'));
  test(...check('AUTH-STAYS-WRONG'));
  test(...check('AUTH-STAYS-VALID'));
});

test.describe('failures', () => {
  test(...check('LU-FAILURE-FORM'));
  test(...check('ERR-OBJECT'));
  test(...check('ERR-CODE'));
  test(...check('ERR-CAUSE'));
  test(...check('ERR-CONTEXT'));
  test(...check('ERR-CATEGORY'));
  test(...check('ERR-CORRELATIONID'));
  test(...check('ERR-TRACEID'));
  test(...check('ERR-RESOURCES'));
  test(...check('ERR-GRPCCODE'));
  test(...check('ERR-RETRYINFO'));
  test(...check('ERR-DEFINITEANSWER'));
  test(...check('ERR-NO-5XX'));
  test(...check('ERR-NO-LEAK'));
  test(...check('ERR-OPEN-UNKNOWN-FIELDS'));
  test(...check('ERR-OPEN-NULLS'));
  test(...check('ERR-OPEN-CODES'));
  test(...check('ERR-OPEN-STATUSES'));
  test(...check('ERR-OPEN-CONDITIONS'));
  test(...check('AUTH-WWW-AUTHENTICATE'));
  test(...check('AUTH-OPEN-STATUS'));
  test(...check('HTTP-OPEN-RATE-LIMIT'));
});

test.describe('response', () => {
  test(...check('LU-RES-MEDIA'));
  test(...check('LU-RES-USERS'));
  test(...check('LU-RES-NEXTPAGETOKEN'));
  test(...check('LU-USER'));
  test(...check('LU-USER-ID'));
  test(...check('LU-USER-PRIMARYPARTY'));
  test(...check('LU-USER-ISDEACTIVATED'));
  test(...check('LU-USER-METADATA'));
  test(...check('LU-USER-RESOURCEVERSION'));
  test(...check('LU-USER-ANNOTATIONS'));
  test(...check('LU-USER-IDENTITYPROVIDERID'));
  test(...check('LU-OPEN-UNKNOWN-FIELDS'));
  test(...check('LU-OPEN-USER-FIELDS'));
  test(...check('LU-OPEN-NULLS'));
  test(...check('LU-OPEN-ORDER'));
  test(...check('LU-OPEN-PAGESIZE-DEFAULT'));
  test(...check('LU-OPEN-PARAMETERS'));
  test(...check('HTTP-OPEN-SUCCESS-STATUS'));
});

// A soak sends invalid requests, and a success may use up the execute body (ruling 14).
declareSoak('list-users');

test.describe('success', () => {
  test(...check('LU-SUCCESS'));
});

test.describe('unstated', () => {
  test(...check('AUTH-OPEN-SCHEME-CASE'));
  test(...check('AUTH-OPEN-APIKEY-FORM'));
  test(...check('AUTH-OPEN-TOKEN-FORM'));
  test(...check('AUTH-OPEN-LEEWAY'));
  test(...check('AUTH-OPEN-NOT-BEFORE'));
  test(...check('AUTH-OPEN-OTHER-HMAC'));
  test(...check('AUTH-OPEN-TOKEN-HEADER'));
  test(...check('AUTH-OPEN-CLAIMS'));
  test(...check('HTTP-OPEN-METHOD'));
  test(...check('HTTP-OPEN-PATH'));
  test(...check('HTTP-OPEN-ACCEPT'));
  test(...check('HTTP-OPEN-EXPECT'));
  test(...check('HTTP-OPEN-TRANSFER-CODING'));
  test(...check('HTTP-OPEN-UPGRADE'));
  test(...check('HTTP-OPEN-VERSION'));
  test(...check('HTTP-OPEN-REPEATED'));
  test(...check('HTTP-OPEN-LONG-TARGET'));
  test(...check('HTTP-OPEN-LARGE-HEADER'));
  test(...check('HTTP-OPEN-INVALID'));
  test(...check('HTTP-OPEN-GET-BODY'));
});

test.describe('whole', () => {
  test(...check('HTTP-STABLE'));
});
