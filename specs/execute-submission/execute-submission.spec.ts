import { test } from '../../session/fixtures.ts';
import { checksOf } from '../declare.ts';
import { declareSoak } from '../soak-tests.ts';

const check = checksOf('execute-submission');

test.describe('body', () => {
  test(...check('EX-BODY'));
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
});

test.describe('failures', () => {
  test(...check('EX-FAILURE-FORM'));
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

test.describe('request-fields', () => {
  test(...check('EX-REQ-PREPAREDTRANSACTION'));
  test(...check('EX-REQ-PARTYSIGNATURES'));
  test(...check('EX-SINGLE-PARTY'));
  test(...check('EX-REQ-SUBMISSIONID'));
  test(...check('EX-REQ-SUBMISSIONID-LEDGERSTRING'));
  test(...check('EX-REQ-HASHINGSCHEME'));
  test(...check('EX-REQ-HASHINGSCHEME-ENUM'));
  test(...check('EX-REQ-DEDUPLICATION'));
  test(...check('EX-REQ-USERID'));
  test(...check('EX-REQ-MINLEDGERTIME'));
  test(...check('EX-PS-SIGNATURES'));
  test(...check('EX-PS-PARTY'));
  test(...check('EX-PS-PARTY-SIGNATURES'));
  test(...check('EX-PS-FORMAT'));
  test(...check('EX-PS-SIGNATURE'));
  test(...check('EX-PS-SIGNEDBY'));
  test(...check('EX-PS-ALGORITHM'));
  test(...check('EX-DEDUP-SECONDS'));
  test(...check('EX-DEDUP-NANOS'));
});

test.describe('signature', () => {
  test(...check('EX-SIGNATURE-VERIFIED'));
});

// A soak sends invalid requests, and a success may use up the execute body (ruling 14).
declareSoak('execute-submission');

test.describe('success', () => {
  test(...check('EX-SUCCESS'));
  test(...check('EX-OPT-USERID'));
  test(...check('EX-OPT-MINLEDGERTIME'));
  test(...check('EX-OPT-DEDUPLICATION'));
  test(...check('AUTH-BEARER'));
  test(...check('AUTH-APIKEY'));
  test(...check('AUTH-STAYS-WRONG'));
  test(...check('AUTH-STAYS-VALID'));
  test(...check('EX-RES-MEDIA'));
  test(...check('EX-RES-OBJECT'));
  test(...check('EX-OPEN-RESPONSE-FIELDS'));
  test(...check('EX-OPEN-SUBMITTED-AGAIN'));
  test(...check('HTTP-OPEN-SUCCESS-STATUS'));
});

test.describe('unstated', () => {
  test(...check('EX-OPEN-EMPTY-STRING'));
  test(...check('EX-OPEN-SUBMISSIONID-EMPTY'));
  test(...check('EX-OPEN-SUBMISSIONID-DOT'));
  test(...check('EX-OPEN-HASHINGSCHEME-UNSPECIFIED'));
  test(...check('EX-OPEN-HASHINGSCHEME-V3'));
  test(...check('EX-OPEN-MINLEDGERTIME-SHAPE'));
  test(...check('EX-OPEN-MINLEDGERTIME-VARIANTS'));
  test(...check('EX-OPEN-PARTY-TWICE'));
  test(...check('EX-OPEN-SIGNATURE-FIELDS'));
  test(...check('EX-OPEN-DEDUP-DIGITS'));
  test(...check('EX-OPEN-DEDUP-FLOAT'));
  test(...check('EX-OPEN-DEDUPLICATION-VARIANTS'));
  test(...check('EX-OPEN-DEDUPLICATION-ABSENT'));
  test(...check('EX-OPEN-NULL-OPTIONAL'));
  test(...check('EX-OPEN-UNKNOWN-MEMBER'));
  test(...check('EX-OPEN-DUPLICATE-MEMBER'));
  test(...check('EX-OPEN-BOM'));
  test(...check('EX-OPEN-LONE-SURROGATE'));
  test(...check('EX-OPEN-INVALID-UTF8'));
  test(...check('EX-OPEN-SIGNATURE-FORMAT'));
  test(...check('EX-OPEN-SIGNATURE-ALGORITHM'));
  test(...check('EX-OPEN-SIGNATURES-MANY'));
  test(...check('EX-OPEN-CONTENT-TYPE'));
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
  test(...check('EX-OPEN-MEANING'));
});

test.describe('whole', () => {
  test(...check('HTTP-STABLE'));
});
