import type { Call } from '../../call.ts';
import { answered, headers } from '../../rows/answers.ts';
import { failure, header, not, success, target, when } from '../../rows/conditions.ts';
import { admit } from '../../rows/credentials.ts';
import type { Condition } from '../../rows/engine.ts';
import { reject } from '../../rows/requests.ts';
import { closed, cut } from '../../rows/sending.ts';
import type { Fault } from '../fault.ts';
import { EX, type FaultEntry, faults, GT, LU, showing } from '../table.ts';

/** An ordinary request is rejected for what its client adds. */
const rejected = (what: string, ...under: Condition[]): FaultEntry => [`A valid request with ${what} is rejected.`, reject(), { under }];

/** Failures are the HTML of a gateway. */
const misformed = (whom: string, ...under: Condition[]): FaultEntry => [
  `Failures ${whom} are HTML.`,
  answered(403, 'text/html', '<!doctype html>Forbidden.'),
  { under: [failure(), ...under] },
];

/** Wrong credentials are accepted. */
const admitted = (where: string, ...under: Condition[]): FaultEntry => [`A wrong credential is accepted in a request ${where}.`, admit(() => true), { under }];

const headSize = (call: Call): number => Object.entries(call.headers).reduce((sum, [name, value]) => sum + name.length + String(value).length + 4, 0);
const spelled = (name: string): Condition => when(({ headerNames }) => headerNames.includes(name));
const closing = header('connection', /^close$/);
const gzip = header('accept-encoding', /gzip/);
const lengthless = when(({ headers: { 'content-length': length, 'transfer-encoding': coding } }) => length === undefined && coding === undefined);

const rejectedOnTopology = {
  'rejects-origin': rejected('an Origin', header('origin')),
  'rejects-accept-html': rejected('an Accept that begins with text/html', header('accept', /^text\/html/)),
  'rejects-weights-of-codings': rejected('an Accept-Encoding with weights', header('accept-encoding', /q=/)),
  'rejects-cookie': rejected('a Cookie', header('cookie')),
  'rejects-many-headers': rejected(
    'more than 50 headers',
    when(({ headerNames }) => headerNames.length > 50),
  ),
  'rejects-forwarded-proto': rejected('an X-Forwarded-Proto of http', header('x-forwarded-proto', /^http$/)),
  'rejects-request-id': rejected('an X-Request-Id that is a UUID', header('x-request-id', /^.{36}$/)),
  'rejects-other-request-id': rejected('an X-Request-Id that is no UUID', header('x-request-id', /^.{1,35}$/)),
  'rejects-upper-case-content-type': rejected('the header CONTENT-TYPE in capitals', spelled('CONTENT-TYPE')),
  'rejects-expect': rejected('an Expect: 100-continue', header('expect')),
  'rejects-bare-asterisk-in-accept': rejected('an Accept with a bare asterisk', header('accept', /, \*;/)),
  'rejects-json-in-cookie': rejected('a Cookie with JSON', header('cookie', /\{/)),
};
const rejectedOnSubmission = {
  'rejects-origin': rejected('an Origin', header('origin')),
  'rejects-accept-of-suffix': rejected('an Accept of any */*+json', header('accept', /\*\+json/)),
  'rejects-script-user-agent': rejected('the User-Agent of curl or Python', header('user-agent', /^(curl|python)/)),
  'rejects-accept-encoding-with-br': rejected('an Accept-Encoding with br', header('accept-encoding', /\bbr\b/)),
  'rejects-long-head': rejected(
    'more than 4 KiB of headers',
    when((call) => headSize(call) > 4_096),
  ),
  'rejects-via': rejected('a Via', header('via')),
  'rejects-accept-json-alone': rejected('an Accept of JSON alone', header('accept', /^application\/json$/)),
  'rejects-tracing': rejected('a traceparent', header('traceparent')),
  'rejects-lower-case-authorization': rejected('the header authorization in lower case', spelled('authorization')),
  'rejects-idempotency-key': rejected('an Idempotency-Key', header('idempotency-key')),
  'rejects-no-connection-header': rejected('no Connection', not(header('connection'))),
};
const rejectedOnListing = {
  'rejects-no-user-agent': rejected('no User-Agent', not(header('user-agent'))),
  'rejects-accept-list': rejected('an Accept with several media types', header('accept', /,/)),
  'rejects-quoted-cookie': rejected('a Cookie with a quoted value', header('cookie', /"/)),
  'rejects-long-head': rejected(
    'more than 5 KiB of headers',
    when((call) => headSize(call) > 5_120),
  ),
  'rejects-forwarded-host': rejected('an X-Forwarded-Host', header('x-forwarded-host')),
  'rejects-baggage': rejected('a baggage', header('baggage')),
  'rejects-language': rejected('an Accept-Language', header('accept-language')),
  'rejects-content-type': rejected('a Content-Type', header('content-type')),
  'rejects-host-behind': rejected(
    'Host behind other headers',
    when(({ headerNames }) => headerNames[0]?.toLowerCase() !== 'host'),
  ),
};

const noLength: Readonly<Record<string, FaultEntry>> = {
  'no-length-gets-html-400': ['A request without a length is answered 400 with HTML.', answered(400, 'text/html', 'Bad Request'), lengthless],
};

/** Servers for which a request is another one if another ordinary client sends it (ruling 39). */
export const clientFaults: readonly Fault[] = showing('client', [
  ...faults(GT, 'GT-SUCCESS', rejectedOnTopology),
  ...faults(EX, 'EX-SUCCESS', rejectedOnSubmission),
  ...faults(LU, 'LU-SUCCESS', rejectedOnListing),
  ...showing('framing', [
    ...faults(GT, 'GT-SUCCESS', { 'rejects-chunked-body': rejected('a chunked body', header('transfer-encoding')) }),
    ...faults(EX, 'EX-SUCCESS', { 'rejects-chunked-body': rejected('a chunked body', header('transfer-encoding')) }),
  ]),
  ...faults(EX, 'EX-FAILURE-FORM', {
    'failures-for-browsers-are-html': misformed('for clients with an Origin', header('origin')),
  }),
  ...faults(LU, 'LU-FAILURE-FORM', {
    'failures-for-html-first-are-html': misformed('for clients that prefer text/html', header('accept', /text\/html/)),
  }),
  ...showing(
    'connection',
    faults(LU, 'LU-FAILURE-FORM', { 'failures-on-closing-connections-are-html': misformed('for requests with Connection: close', closing) }),
  ),
  ...faults(GT, 'GT-FAILURE-FORM', {
    'failures-without-accept-are-html': misformed('for clients without Accept', not(header('accept'))),
    'failures-behind-gateways-are-html': misformed('for requests with X-Forwarded-For', header('x-forwarded-for')),
  }),
  ...faults(GT, 'AUTH-SIGNATURE-ALTERED', {
    'admits-anybody-from-a-local-address': admitted('that says that it comes from 127.0.0.1', header('x-forwarded-for', /^127\./)),
  }),
  ...faults(EX, 'AUTH-SIGNATURE-ALTERED', {
    'admits-anybody-with-a-real-ip': admitted('with X-Real-IP', header('x-real-ip')),
    'admits-anybody-from-the-wallet': admitted('with the Origin of the wallet', header('origin')),
  }),
  ...faults(LU, 'AUTH-SIGNATURE-ALTERED', {
    'admits-anybody-with-a-session': admitted('with a session cookie', header('cookie', /session=/)),
    'admits-anybody-inside-the-mesh': admitted('with x-envoy-internal', header('x-envoy-internal')),
  }),
  ...faults([GT, EX, LU], 'AUTH-REQUIRED', {
    'admits-anybody-with-an-original-uri': admitted('with X-Original-URI', header('x-original-uri')),
    'admits-anybody-with-a-forwarded-user': admitted('with X-Forwarded-User', header('x-forwarded-user')),
    'admits-anybody-with-a-remote-user': admitted('with Remote-User', header('remote-user')),
  }),
  ...faults([GT, EX, LU], 'AUTH-SIGNATURE-ALTERED', {
    'trusts-a-verified-client': ['A wrong signature is accepted with X-SSL-Client-Verify.', admit('signature-altered'), header('x-ssl-client-verify')],
  }),
  ...faults([GT, EX], ['AUTH-REQUIRED', 'AUTH-SIGNATURE-ALTERED'], {
    'admits-anybody-with-a-query': admitted('with a query', target(/\?/)),
  }),
  ...faults([GT, EX, LU], '@-FAILURE-FORM', {
    'failures-for-scripts-are-html': misformed('for requests with X-Requested-With', header('x-requested-with')),
  }),
  ...faults([GT, EX], '@-FAILURE-FORM', {
    'failures-of-values-for-scripts-are-html': misformed('of wrong values with X-Requested-With', failure('semantic'), header('x-requested-with')),
  }),
  ...faults(LU, 'LU-FAILURE-FORM', {
    'failures-of-queries-for-scripts-are-html': misformed('of odd queries with X-Requested-With', failure('structural'), header('x-requested-with')),
  }),
  ...faults(GT, 'GT-FAILURE-TEXT', noLength),
  ...faults(EX, 'EX-FAILURE-FORM', noLength),
  ...faults([GT, EX], '@-FAILURE-FORM', {
    'compressed-body-gets-415': ['A compressed body is answered 415 with HTML.', answered(415, 'text/html', 'Unsupported'), header('content-encoding')],
  }),
  ...faults(LU, 'LU-SUCCESS', success, {
    'success-for-gzip-is-called-gzip': ['A success for clients that take gzip declares gzip and is none.', headers({ 'Content-Encoding': 'gzip' }), gzip],
  }),
  ...faults(GT, 'GT-SUCCESS', success, {
    'success-on-closing-connection-is-cut': ['A success on a closing connection is cut.', cut, { under: closing, only: 'connection' }],
  }),
  ...faults(EX, 'EX-SUCCESS', success, {
    'success-for-http-libraries-is-missing': ['A success for clients that name a library is missing.', closed, header('user-agent', /^(axios|okhttp|Go)/)],
    'success-behind-expect-is-missing': ['A success to a request with Expect: 100-continue is missing.', closed, header('expect')],
  }),
]);
