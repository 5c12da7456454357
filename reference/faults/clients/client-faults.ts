import type { Answer } from '../../answer.ts';
import type { Call } from '../../call.ts';
import type { Operation } from '../../operation.ts';
import { changeStage } from '../change-stage.ts';
import { admit } from '../credentials/admit.ts';
import type { Change, Fault } from '../fault.ts';
import { faultsOf } from '../fault-row.ts';
import { limitTo } from '../limit-to.ts';
import { refuseValid } from '../refuse-valid.ts';
import { isSuccess, spoilDelivery } from '../transport/spoil-delivery.ts';
import { calledGzip, closedWithoutAnswer, cutInTheMiddle } from '../transport/ways.ts';

type Occasion = (call: Call) => boolean;

const success: Readonly<Partial<Record<Operation, string>>> = {
  'generate-topology': 'GT-SUCCESS',
  'execute-submission': 'EX-SUCCESS',
  'list-users': 'LU-SUCCESS',
};
const failureForm: Readonly<Partial<Record<Operation, string>>> = {
  'generate-topology': 'GT-FAILURE-FORM',
  'execute-submission': 'EX-FAILURE-FORM',
  'list-users': 'LU-FAILURE-FORM',
};

/** The requirement that a row of an operation breaks. */
function requirementOf(all: typeof success, operation: Operation): string[] {
  return [all[operation]].filter((id) => id !== undefined);
}

const text = ({ headers }: Call, name: string): string => String(headers[name] ?? '');
const has =
  (name: string): Occasion =>
  (call) =>
    text(call, name) !== '';
const headSize = ({ headers }: Call): number => Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + String(value).length + 4, 0);

type Row = readonly [id: string, title: string, operation: Operation, isMeant: Occasion];

/** Ordinary requests that are rejected for what their client adds. */
const rejected: readonly Row[] = [
  ['origin', 'an Origin', 'generate-topology', has('origin')],
  ['origin', 'an Origin', 'execute-submission', has('origin')],
  ['no-user-agent', 'no User-Agent', 'list-users', (call) => !has('user-agent')(call)],
  ['script-user-agent', 'the User-Agent of curl or Python', 'execute-submission', (call) => /^(curl|python)/.test(text(call, 'user-agent'))],
  ['accept-html', 'an Accept that begins with text/html', 'generate-topology', (call) => text(call, 'accept').startsWith('text/html')],
  ['accept-list', 'an Accept with several media types', 'list-users', (call) => text(call, 'accept').includes(',')],
  ['accept-encoding-with-br', 'an Accept-Encoding with br', 'execute-submission', (call) => /\bbr\b/.test(text(call, 'accept-encoding'))],
  ['cookie', 'a Cookie', 'generate-topology', has('cookie')],
  ['quoted-cookie', 'a Cookie with a quoted value', 'list-users', (call) => text(call, 'cookie').includes('"')],
  ['long-head', 'more than 4 KiB of headers', 'execute-submission', (call) => headSize(call) > 4_096],
  ['long-head', 'more than 5 KiB of headers', 'list-users', (call) => headSize(call) > 5_120],
  ['many-headers', 'more than 30 headers', 'generate-topology', ({ headerNames }) => headerNames.length > 30],
  ['forwarded-proto', 'an X-Forwarded-Proto of http', 'generate-topology', (call) => text(call, 'x-forwarded-proto') === 'http'],
  ['forwarded-host', 'an X-Forwarded-Host', 'list-users', has('x-forwarded-host')],
  ['via', 'a Via', 'execute-submission', has('via')],
  ['tracing', 'a traceparent', 'execute-submission', has('traceparent')],
  ['baggage', 'a baggage', 'list-users', has('baggage')],
  ['request-id', 'an X-Request-Id that is a UUID', 'generate-topology', (call) => text(call, 'x-request-id').length === 36],
  ['language', 'an Accept-Language', 'list-users', has('accept-language')],
  ['lower-case-authorization', 'the header authorization in lower case', 'execute-submission', ({ headerNames }) => headerNames.includes('authorization')],
  ['upper-case-content-type', 'the header CONTENT-TYPE in capitals', 'generate-topology', ({ headerNames }) => headerNames.includes('CONTENT-TYPE')],
  ['host-behind', 'Host behind other headers', 'list-users', ({ headerNames }) => headerNames[0]?.toLowerCase() !== 'host'],
  ['no-connection-header', 'no Connection', 'execute-submission', (call) => !has('connection')(call)],
  ['chunked-body', 'a chunked body', 'generate-topology', has('transfer-encoding')],
  ['chunked-body', 'a chunked body', 'execute-submission', has('transfer-encoding')],
  ['expect', 'an Expect: 100-continue', 'generate-topology', has('expect')],
];

const html: Answer = {
  status: 403,
  headers: { 'Content-Type': 'text/html', 'Content-Length': '25' },
  body: Buffer.from('<!doctype html>Forbidden.'),
};

/** Failures in another form for some clients. */
const misformed: readonly Row[] = [
  ['for-browsers-are-html', 'for clients with an Origin', 'execute-submission', has('origin')],
  ['for-html-first-are-html', 'for clients that prefer text/html', 'list-users', (call) => text(call, 'accept').includes('text/html')],
  ['without-accept-are-html', 'for clients without Accept', 'generate-topology', (call) => !has('accept')(call)],
  ['behind-gateways-are-html', 'for requests with X-Forwarded-For', 'generate-topology', has('x-forwarded-for')],
  ['on-closing-connections-are-html', 'for requests with Connection: close', 'list-users', (call) => text(call, 'connection') === 'close'],
];

function asHtml(isMeant: Occasion): Change {
  return changeStage('encode', (encode, { fire }) => async (draft, call) => {
    const answer = await encode(draft, call);
    if (answer.status < 400 || !isMeant(call)) return answer;
    fire();
    return html;
  });
}

/** Wrong credentials that are accepted from some clients. */
const admitted: readonly Row[] = [
  ['from-a-local-address', 'that says that it comes from 127.0.0.1', 'generate-topology', (call) => text(call, 'x-forwarded-for').startsWith('127.')],
  ['with-a-real-ip', 'with X-Real-IP', 'execute-submission', has('x-real-ip')],
  ['with-a-session', 'with a session cookie', 'list-users', (call) => text(call, 'cookie').includes('session=')],
  ['from-the-wallet', 'with the Origin of the wallet', 'execute-submission', has('origin')],
  ['inside-the-mesh', 'with x-envoy-internal', 'list-users', has('x-envoy-internal')],
];

/** Successes that some clients cannot read. */
const unreadable: readonly (readonly [...Row, Parameters<typeof spoilDelivery>[1]])[] = [
  [
    'for-gzip-is-called-gzip',
    'for clients that take gzip declares gzip but is not compressed',
    'list-users',
    (call) => text(call, 'accept-encoding').includes('gzip'),
    calledGzip,
  ],
  ['on-closing-connection-is-cut', 'on a closing connection is cut', 'generate-topology', (call) => text(call, 'connection') === 'close', cutInTheMiddle],
  [
    'for-http-libraries-is-missing',
    'for clients that name a library is missing',
    'execute-submission',
    (call) => /^(axios|okhttp|Go)/.test(text(call, 'user-agent')),
    closedWithoutAnswer,
  ],
  ['behind-expect-is-missing', 'to a request with Expect: 100-continue is missing', 'execute-submission', has('expect'), closedWithoutAnswer],
];

/** Servers for which a request is another one if another ordinary client sends it (ruling 39). */
export const clientFaults: readonly Fault[] = [
  ...rejected.flatMap(([id, what, operation, isMeant]) =>
    faultsOf(operation, [
      {
        id: `rejects-${id}`,
        title: `A valid request with ${what} is rejected.`,
        requirements: requirementOf(success, operation),
        apply: refuseValid(operation, `The request has ${what}.`, isMeant),
      },
    ]),
  ),
  ...misformed.flatMap(([id, what, operation, isMeant]) =>
    faultsOf(operation, [
      {
        id: `failures-${id}`,
        title: `Failures ${what} are HTML.`,
        requirements: requirementOf(failureForm, operation),
        apply: asHtml((call) => call.operation === operation && isMeant(call)),
      },
    ]),
  ),
  ...admitted.flatMap(([id, what, operation, isMeant]) =>
    faultsOf(operation, [
      {
        id: `admits-anybody-${id}`,
        title: `A wrong credential is accepted in a request ${what}.`,
        requirements: ['AUTH-SIGNATURE-ALTERED'],
        apply: limitTo(
          admit((_kind, call) => call.operation === operation),
          () => isMeant,
        ),
      },
    ]),
  ),
  ...unreadable.flatMap(([id, what, operation, isMeant, spoil]) =>
    faultsOf(operation, [
      {
        id: `success-${id}`,
        title: `A success ${what}.`,
        requirements: requirementOf(success, operation),
        apply: spoilDelivery((call, answer) => call.operation === operation && isSuccess(answer) && isMeant(call), spoil),
      },
    ]),
  ),
];
