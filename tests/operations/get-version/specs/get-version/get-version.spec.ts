import { test } from '../../session/fixtures.ts';
import { checksOf } from '../declare.ts';
import { declareSoak } from '../soak-tests.ts';

const check = checksOf('get-version');

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
  test(...check('VER-FAILURE-FORM'));
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

declareSoak('get-version');

test.describe('success', () => {
  test(...check('VER-SUCCESS'));
  test(...check('VER-RES-MEDIA'));
  test(...check('VER-RES-VERSION'));
  test(...check('VER-OPEN-UNKNOWN-FIELDS'));
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
});

test.describe('whole', () => {
  test(...check('HTTP-STABLE'));
});
