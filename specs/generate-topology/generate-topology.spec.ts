import { test } from '../../session/fixtures.ts';
import { checksOf } from '../declare.ts';
import { declareSoak } from '../soak-tests.ts';

const check = checksOf('generate-topology');

test.describe('body', () => {
  test(...check('GT-BODY-REQUIRED'));
  test(...check('GT-BODY'));
});

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
  test(...check('GT-FAILURE-TEXT'));
  test(...check('GT-FAILURE-FORM'));
  test(...check('GT-TEXT-NONEMPTY'));
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

test.describe('relations', () => {
  test(...check('GT-FINGERPRINT-FUNCTION'));
  test(...check('GT-FINGERPRINT-DISTINCT'));
  test(...check('GT-MULTIHASH-BOUND'));
  test(...check('GT-ENTRY-DISTINCT'));
  test(...check('GT-OPEN-DETERMINISM'));
});

test.describe('request-fields', () => {
  test(...check('GT-REQ-SYNCHRONIZER'));
  test(...check('GT-REQ-PARTYHINT'));
  test(...check('GT-REQ-PUBLICKEY'));
  test(...check('GT-REQ-OBSERVATIONONLY'));
  test(...check('GT-REQ-OTHERCONFIRMING'));
  test(...check('GT-REQ-THRESHOLD-TYPE'));
  test(...check('GT-REQ-THRESHOLD-MIN'));
  test(...check('GT-REQ-OBSERVING'));
  test(...check('GT-REQ-FORMAT'));
  test(...check('GT-REQ-KEYDATA'));
  test(...check('GT-REQ-KEYDATA-NONEMPTY'));
  test(...check('GT-REQ-KEYSPEC'));
});

test.describe('response', () => {
  test(...check('GT-RES-MEDIA'));
  test(...check('GT-RES-PARTYID'));
  test(...check('GT-RES-FINGERPRINT'));
  test(...check('GT-RES-TRANSACTIONS'));
  test(...check('GT-RES-TRANSACTIONS-NONEMPTY'));
  test(...check('GT-RES-ENTRY'));
  test(...check('GT-RES-MULTIHASH'));
  test(...check('GT-RES-MULTIHASH-NONEMPTY'));
  test(...check('GT-PARTYID-HINT'));
  test(...check('GT-PARTYID-FINGERPRINT'));
  test(...check('GT-ENTRY-WRAPPER'));
  test(...check('GT-OPEN-PARTYID-FORM'));
  test(...check('GT-OPEN-FINGERPRINT-FORM'));
  test(...check('GT-OPEN-ENTRY-COUNT'));
  test(...check('GT-OPEN-ENTRY-ENCODING'));
  test(...check('GT-OPEN-UNKNOWN-FIELDS'));
});

test.describe('semantics', () => {
  test(...check('GT-SYNC-UNKNOWN'));
  test(...check('GT-SYNC-ALIAS'));
});

// A soak sends invalid requests, and a success may use up the execute body (ruling 14).
declareSoak('generate-topology');

test.describe('success', () => {
  test(...check('GT-SUCCESS'));
  test(...check('GT-OPT-OBSERVATIONONLY'));
  test(...check('GT-OPT-OTHERCONFIRMING'));
  test(...check('GT-OPT-OBSERVING'));
  test(...check('GT-OPT-THRESHOLD'));
});

test.describe('unstated', () => {
  test(...check('GT-OPEN-EMPTY-STRING'));
  test(...check('GT-OPEN-THRESHOLD-FLOAT'));
  test(...check('GT-OPEN-NULL-OPTIONAL'));
  test(...check('GT-OPEN-UNKNOWN-MEMBER'));
  test(...check('GT-OPEN-DUPLICATE-MEMBER'));
  test(...check('GT-OPEN-BOM'));
  test(...check('GT-OPEN-LONE-SURROGATE'));
  test(...check('GT-OPEN-INVALID-UTF8'));
  test(...check('GT-OPEN-HINT'));
  test(...check('GT-OPEN-OBSERVATIONONLY-ALONE'));
  test(...check('GT-OPEN-UIDS-UNKNOWN'));
  test(...check('GT-OPEN-UIDS-MANY'));
  test(...check('GT-OPEN-UIDS-REPEATED'));
  test(...check('GT-OPEN-THRESHOLD-ABOVE'));
  test(...check('GT-OPEN-FORMAT-UNKNOWN'));
  test(...check('GT-OPEN-KEYSPEC-UNKNOWN'));
  test(...check('GT-OPEN-KEY-MISFIT'));
  test(...check('GT-OPEN-CONTENT-TYPE'));
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
  test(...check('HTTP-OPEN-LARGE-BODY'));
});

test.describe('whole', () => {
  test(...check('HTTP-STABLE'));
});

test.describe('key-data', () => {
  test(...check('GT-OPEN-KEY-ENCODING'));
  test(...check('GT-KEY-UNDECODABLE'));
});
