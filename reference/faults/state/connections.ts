import { type Operation, operations } from '../../../schemas/openapi.ts';
import type { Call } from '../../call.ts';
import { malformed } from '../../refusal.ts';
import { answered } from '../../rows/answers.ts';
import { firstOnConnection, header, idle, not, perConnection, replica, when } from '../../rows/conditions.ts';
import { admit, turnAway } from '../../rows/credentials.ts';
import type { Action } from '../../rows/engine.ts';
import { fingerprint, hash, isOf } from '../../rows/generate-topology.ts';
import { reject, rejecting } from '../../rows/requests.ts';
import type { Fault } from '../fault.ts';
import { EX, everywhere, faults, GT, LU, showing } from '../table.ts';

const successes = ['GT-SUCCESS', 'EX-SUCCESS', 'LU-SUCCESS', 'AUTH-BEARER', 'AUTH-APIKEY', 'AUTH-STAYS-VALID'];
const failureForms = ['GT-FAILURE-FORM', 'EX-FAILURE-FORM', 'LU-FAILURE-FORM'];

/** A connection that was silent for so long has idled, in milliseconds. */
const idleMs = 900;

/** The last answer of the connection comes again, where it is idle. */
const repeatsLastAnswer: Action = (run) => {
  const isIdle = idle(idleMs)(run);
  const memory = perConnection((): { isIdle?: boolean; answer?: Pick<Call, 'status' | 'responseHeaders' | 'bytes'> } => ({}));
  return {
    watch: {
      token(call) {
        memory(call).isIdle = isIdle(call);
      },
    },
    encode(call) {
      const { isIdle: wasIdle, answer } = memory(call);
      if (wasIdle === true && answer !== undefined && call.status < 300) Object.assign(call, answer);
      memory(call).answer = { status: call.status, responseHeaders: call.responseHeaders, bytes: call.bytes };
    },
  };
};

/** Notes each upload for an operation that was broken off; nobody receives its answer. */
const brokenOff = (operation: Operation, note: () => void): Required<Pick<ReturnType<Action>, 'watch'>> => ({
  watch: {
    send(call) {
      const { method, path } = operations[operation];
      const isMeant = call.method === method && call.target.split('?')[0]?.endsWith(path) === true;
      if (call.operation === undefined && isMeant && (call.connection as { destroyed?: boolean }).destroyed === true) note();
    },
  },
});

/** Each of them keeps one of three workers; without one, everything is answered without a body. */
const keepsWorkers =
  (operation: Operation): Action =>
  (run) => {
    let workers = 3;
    const nothing = answered(500, undefined)(run);
    return {
      ...brokenOff(operation, () => {
        workers -= 1;
      }),
      encode: (call) => (workers > 0 ? undefined : nothing.encode?.(call)),
    };
  };

/** The rest of each is read as the beginning of the next body. */
const spoilsNextBody =
  (operation: Operation): Action =>
  (run) => {
    let left = 0;
    return {
      ...brokenOff(operation, () => {
        left += 1;
      }),
      ...rejecting(() => () => left > 0 && left-- > 0, malformed('The body is no JSON.'))(run),
    };
  };

/** A few of them, and the operation answers the HTML of a gateway for half a second. */
const opensCircuit =
  (operation: Operation): Action =>
  (run) => {
    let [uploads, until] = [0, 0];
    const html = answered(500, 'text/html', 'Circuit open')(run);
    return {
      ...brokenOff(operation, () => {
        uploads += 1;
        if (uploads % 3 === 0) until = performance.now() + 500;
      }),
      encode: (call) => (performance.now() > until ? undefined : html.encode?.(call)),
    };
  };

/** What is left of a body that was answered before it was read begins the next request, which therefore is none. */
const readsRestAsRequest =
  (isUnread: (call: Call) => boolean): Action =>
  (run) => {
    const memory = perConnection(() => ({ isLeft: false, isBehind: false }));
    const html = answered(400, 'text/html', 'Bad Request', { Connection: 'close' })(run);
    return {
      watch: {
        token: (call) => Object.assign(memory(call), { isBehind: memory(call).isLeft, isLeft: false }),
        send: (call) => Object.assign(memory(call), { isLeft: isUnread(call) }),
      },
      encode: (call) => (memory(call).isBehind ? html.encode?.(call) : undefined),
    };
  };

/** A request with more of a body than a buffer of so many bytes holds, rejected with this status. */
const unread = (status: number, bytes: number, isChunked: boolean): Action =>
  readsRestAsRequest((call) => call.status === status && call.body.length > bytes && isChunked === 'transfer-encoding' in call.headers);

const workers = (operation: Operation) =>
  ['Three aborted uploads use up the workers; from then on, everything is answered 500 without a body.', keepsWorkers(operation)] as const;

/** What a connection that idles, another one, or one that ends early, changes (ruling 39). */
export const connectionState: readonly Fault[] = showing('connection', [
  ...faults(everywhere, successes, idle(idleMs), {
    'idle-connection-loses-its-login': ['A valid token on a connection that was idle for 0.9 seconds is rejected.', turnAway()],
    'idle-connection-gets-html-400': [
      'A request on a connection that was idle for 0.9 seconds is answered 400 with HTML.',
      answered(400, 'text/html', 'Bad Request here', { Connection: 'close' }),
      { breaks: [...failureForms, ...successes] },
    ],
    'idle-connection-admits-anybody': [
      'On a connection that idled for 0.9 seconds, every credential is accepted.',
      admit(() => true),
      { breaks: ['AUTH-STAYS-WRONG', 'AUTH-SIGNATURE-ALTERED', 'AUTH-REQUIRED'] },
    ],
  }),
  ...faults(everywhere, 'AUTH-ALG-NONE', replica(2), {
    'second-replica-takes-alg-none': ['On every second connection, a token with the algorithm none is accepted.', admit('alg-none')],
  }),
  ...faults(GT, ['GT-PARTYID-HINT', 'GT-FINGERPRINT-FUNCTION'], {
    'idle-connection-repeats-last-answer': ['A connection that was idle for 0.9 seconds gets its last answer again.', repeatsLastAnswer],
  }),
  ...faults(GT, 'GT-FINGERPRINT-FUNCTION', replica(2), {
    'second-replica-has-another-fingerprint-of-p-256': [
      'On every second connection, the fingerprint of a P-256 key is another one.',
      fingerprint((own, request) => (isOf('P256')(request) ? hash(own) : undefined)),
    ],
  }),
  ...faults(GT, 'GT-SUCCESS', {
    'second-replica-knows-fewer-participants': [
      'On every second connection, a list with more than two participants is rejected.',
      reject((_, { body }) => /ParticipantUids":\["[^"]+","[^"]+","/.test(body.toString())),
      replica(2),
    ],
    'uploads-broken-off-keep-workers': workers(GT),
    'upload-broken-off-spoils-next-body': ['Behind an upload that is broken off, the next body is rejected.', spoilsNextBody(GT)],
  }),
  ...faults([GT, EX], ['@-SUCCESS', '@-FAILURE-FORM', 'AUTH-STAYS-VALID'], {
    'answers-401-before-a-large-body': ['A 401 leaves what is behind the first 8 KiB of a body to be read as the next request.', unread(401, 8 * 1024, false)],
    'answers-401-before-a-large-body-in-chunks': [
      'A 401 leaves what is behind the first 4 KiB of a body in chunks to be read as the next request.',
      unread(401, 4 * 1024, true),
    ],
    'answers-400-before-a-large-body': ['A 400 leaves what is behind the first 8 KiB of a body to be read as the next request.', unread(400, 8 * 1024, false)],
    'answers-400-before-a-large-body-in-chunks': [
      'A 400 leaves what is behind the first 4 KiB of a body in chunks to be read as the next request.',
      unread(400, 4 * 1024, true),
    ],
  }),
  ...faults([GT, EX], ['@-SUCCESS', '@-FAILURE-FORM'], [header('expect'), not(firstOnConnection)], {
    'expectation-on-a-used-connection-gets-417': [
      'An Expect: 100-continue behind the first request of a connection is answered 417 with HTML.',
      answered(417, 'text/html', 'Expectation Failed'),
    ],
  }),
  ...faults(EX, ['EX-SUCCESS', 'AUTH-BEARER'], {
    'uploads-broken-off-keep-workers': workers(EX),
    'uploads-broken-off-open-a-circuit': [
      'Behind three uploads that are broken off, everything is answered 500 with HTML for half a second.',
      opensCircuit(EX),
      { breaks: ['EX-FAILURE-FORM', 'EX-SUCCESS'] },
    ],
  }),
  ...faults(LU, 'LU-FAILURE-FORM', {
    'refusal-of-first-request-is-empty': [
      'A credential that is rejected in the first request of a connection is answered without a body.',
      answered(401, undefined),
      [firstOnConnection, when(({ status }) => status === 401)],
    ],
  }),
]);
