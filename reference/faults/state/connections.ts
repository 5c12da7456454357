import { createHash } from 'node:crypto';
import { type Operation, operationStems } from '../../../schemas/openapi.ts';
import type { Answer } from '../../answer.ts';
import type { Call } from '../../call.ts';
import { changeStage } from '../change-stage.ts';
import { admit } from '../credentials/admit.ts';
import type { Change, Fault } from '../fault.ts';
import { breaking, faultOf, faultsOf } from '../fault-row.ts';
import { limitTo } from '../limit-to.ts';
import { changeFingerprint } from '../meaning/change-topology.ts';
import { refuseValid } from '../refuse-valid.ts';
import { all, isBrokenOff, onSecondReplica, perConnection, silence, whenAnswered } from './remembered.ts';

const successes = ['GT-SUCCESS', 'EX-SUCCESS', 'LU-SUCCESS', 'AUTH-BEARER', 'AUTH-APIKEY', 'AUTH-STAYS-VALID'];
const failureForms = ['GT-FAILURE-FORM', 'EX-FAILURE-FORM', 'LU-FAILURE-FORM'];

/** A connection that was silent for so long has idled, in milliseconds. */
const idleMs = 900;

/** Whether a call comes on a connection that has idled. */
function idled(): (call: Call) => boolean {
  const silent = silence();
  return (call) => (silent(call) ?? 0) > idleMs;
}

/** What changes for requests on connections that have idled. */
function onIdle(change: Change): Change {
  return (behaviour, context) => limitTo(change, () => idled())(behaviour, context);
}

const losesLogin: Change = (behaviour, { fire }) => ({
  ...behaviour,
  verifyCredential: (...given) => {
    const claims = behaviour.verifyCredential(...given);
    if (claims !== undefined) fire();
    return undefined;
  },
});

const html400: Answer = {
  status: 400,
  headers: { 'Content-Type': 'text/html', 'Content-Length': '16', Connection: 'close' },
  body: Buffer.from('Bad Request here'),
};

const answers400: Change = changeStage('encode', (_encode, { fire }) => () => {
  fire();
  return html400;
});

/** The last answer of the connection comes again, where it is idle. */
const repeatsLastAnswer: Change = (behaviour, { fire }) => {
  const isIdle = idled();
  const memory = perConnection((): { answer?: Answer } => ({}));
  return {
    ...behaviour,
    encode: async (draft, call) => {
      const before = memory(call);
      const wasIdle = isIdle(call);
      const answer = await behaviour.encode(draft, call);
      const sent = wasIdle && before.answer !== undefined && answer.status < 300 ? before.answer : answer;
      if (sent !== answer) fire();
      before.answer = sent;
      return sent;
    },
  };
};

/** Uploads that were broken off keep something for good, or for a while. */
function whenBrokenOff(operation: Operation, note: () => void): Change {
  return whenAnswered((_answer, call) => {
    if (isBrokenOff(call, operation)) note();
  });
}

/** Each keeps one of three workers; without one, everything is answered without a body. */
function keepsWorkers(operation: Operation): Change {
  return (behaviour, context) => {
    let workers = 3;
    return all(
      whenBrokenOff(operation, () => {
        workers -= 1;
      }),
      changeStage('encode', (encode, { fire }) => (draft, call) => {
        if (call.operation !== operation || workers > 0) return encode(draft, call);
        fire();
        return { status: 500, headers: { 'Content-Length': '0' }, body: Buffer.alloc(0) };
      }),
    )(behaviour, context);
  };
}

/** The rest of it is read as the beginning of the next body. */
function spoilsNextBody(operation: Operation): Change {
  return (behaviour, context) => {
    let left = 0;
    return all(
      whenBrokenOff(operation, () => {
        left += 1;
      }),
      refuseValid(operation, 'The body is no JSON.', () => {
        if (left === 0) return false;
        left -= 1;
        return true;
      }),
    )(behaviour, context);
  };
}

/** A few of them, and the operation answers the HTML of a gateway for half a second. */
function opensCircuit(operation: Operation): Change {
  return (behaviour, context) => {
    let brokenOff = 0;
    let until = 0;
    const html: Answer = {
      status: 500,
      headers: { 'Content-Type': 'text/html', 'Content-Length': '12' },
      body: Buffer.from('Circuit open'),
    };
    return all(
      whenBrokenOff(operation, () => {
        brokenOff += 1;
        if (brokenOff % 3 === 0) until = performance.now() + 500;
      }),
      changeStage('encode', (encode, { fire }) => (draft, call) => {
        if (call.operation !== operation || performance.now() > until) return encode(draft, call);
        fire();
        return html;
      }),
    )(behaviour, context);
  };
}

/** What changes on every second connection. */
function onReplica(change: Change): Change {
  return (behaviour, context) => limitTo(change, () => onSecondReplica())(behaviour, context);
}

const otherFingerprint: Change = changeFingerprint((fingerprint, { publicKey: { keySpec } }) =>
  keySpec.includes('P256') ? `1220${createHash('sha256').update(fingerprint).digest('hex')}` : undefined,
);

/** Answers without a body to the second request of a connection only, where that is refused. */
function emptyRefusalAsFirst(operation: Operation): Change {
  const place = perConnection(() => ({ requests: 0 }));
  const places = new WeakMap<Call, number>();
  return changeStage('encode', (encode, { fire }) => async (draft, call) => {
    const memory = place(call);
    memory.requests += 1;
    places.set(call, memory.requests);
    const answer = await encode(draft, call);
    if (call.operation !== operation || answer.status !== 401 || places.get(call) !== 1) return answer;
    fire();
    return { status: 401, headers: { 'Content-Length': '0' }, body: Buffer.alloc(0) };
  });
}

/** What a connection that idles, another one, or one that ends early, changes (ruling 39). */
export const connectionStateFaults: readonly Fault[] = [
  ...breaking(successes, {
    'idle-connection-loses-its-login': ['A valid token on a connection that was idle for 0.9 seconds is rejected.', onIdle(losesLogin)],
  }).map((row) => faultOf(operationStems, row)),
  ...breaking([...failureForms, ...successes], {
    'idle-connection-gets-html-400': ['A request on a connection that was idle for 0.9 seconds is answered 400 with HTML.', onIdle(answers400)],
  }).map((row) => faultOf(operationStems, row)),
  ...breaking(['AUTH-STAYS-WRONG', 'AUTH-SIGNATURE-ALTERED', 'AUTH-REQUIRED'], {
    'idle-connection-admits-anybody': ['On a connection that idled for 0.9 seconds, every credential is accepted.', onIdle(admit(() => true))],
  }).map((row) => faultOf(operationStems, row)),
  ...breaking(['AUTH-ALG-NONE'], {
    'second-replica-takes-alg-none': [
      'On every second connection, a token with the algorithm none is accepted.',
      onReplica(admit((kind) => kind === 'alg-none')),
    ],
  }).map((row) => faultOf(operationStems, row)),
  ...faultsOf('generate-topology', [
    ...breaking(['GT-PARTYID-HINT', 'GT-FINGERPRINT-FUNCTION'], {
      'idle-connection-repeats-last-answer': ['A connection that was idle for 0.9 seconds gets its last answer again.', repeatsLastAnswer],
    }),
    ...breaking(['GT-FINGERPRINT-FUNCTION'], {
      'second-replica-has-another-fingerprint-of-p-256': [
        'On every second connection, the fingerprint of a P-256 key is another one.',
        onReplica(otherFingerprint),
      ],
    }),
    ...breaking(['GT-SUCCESS'], {
      'second-replica-knows-fewer-participants': [
        'On every second connection, a list with more than two participants is rejected.',
        onReplica(
          refuseValid('generate-topology', 'There is no such participant.', ({ body }) => /ParticipantUids":\["[^"]+","[^"]+","/.test(body.toString())),
        ),
      ],
      'uploads-broken-off-keep-workers': [
        'Three aborted uploads use up the workers; from then on, everything is answered 500 without a body.',
        keepsWorkers('generate-topology'),
      ],
      'upload-broken-off-spoils-next-body': ['Behind an upload that is broken off, the next body is rejected.', spoilsNextBody('generate-topology')],
    }),
  ]),
  ...faultsOf('execute-submission', [
    ...breaking(['EX-SUCCESS', 'AUTH-BEARER'], {
      'uploads-broken-off-keep-workers': [
        'Three aborted uploads use up the workers; from then on, everything is answered 500 without a body.',
        keepsWorkers('execute-submission'),
      ],
    }),
    ...breaking(['EX-FAILURE-FORM', 'EX-SUCCESS'], {
      'uploads-broken-off-open-a-circuit': [
        'Behind three uploads that are broken off, everything is answered 500 with HTML for half a second.',
        opensCircuit('execute-submission'),
      ],
    }),
  ]),
  ...faultsOf('list-users', [
    ...breaking(['LU-FAILURE-FORM'], {
      'refusal-of-first-request-is-empty': [
        'A credential that is rejected in the first request of a connection is answered without a body.',
        (behaviour, context) => emptyRefusalAsFirst('list-users')(behaviour, context),
      ],
    }),
  ]),
];
