import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Call } from '../call.ts';
import { membersOf, withJson, withText } from '../faults/altered-draft.ts';
import { changePerform, changeStage } from '../faults/change-stage.ts';
import type { Change } from '../faults/fault.ts';
import { changeTopology } from '../faults/meaning/change-topology.ts';
import { onSecondReplica, ruleInFront, textMember, whenAnswered } from '../faults/state/remembered.ts';
import { refused } from '../refusal.ts';
import { isObject } from '../rules/json-types.ts';
import { changeAnswers, changeEncoded, together } from './change-answers.ts';
import { refuseToo } from './requests/change-requests.ts';
import { readings } from './requests/readings.ts';
import { everyOperation, type VariantRow, variantsOf } from './variant-row.ts';

const execute = 'execute-submission';
const generate = 'generate-topology';

/** What happens in front of the rules to a submission whose id was accepted before. */
function ofAcceptedIds(take: (call: Call) => ReturnType<Parameters<typeof ruleInFront>[1]>): Change {
  return (behaviour, context) => {
    const accepted = new Map<string, string>();
    return together(
      changePerform(execute, (perform) => (request, call) => {
        accepted.set(request.submissionId, call.body.toString());
        return perform(request, call);
      }),
      ruleInFront(execute, (call) => {
        const known = accepted.get(textMember(call, 'submissionId') ?? '');
        if (known === undefined) return undefined;
        context.fire();
        return take(call);
      }),
    )(behaviour, context);
  };
}

const submissions = variantsOf([execute], readings.submissionId, {
  'accepted-id-is-409-before-all-else': {
    title: 'A submissionId that was accepted before is answered 409 before the rest of the body is looked at.',
    apply: ofAcceptedIds(() => refused('SUBMISSION_ALREADY_IN_FLIGHT', 'The submissionId was used before.')),
  },
  'accepted-id-is-400-again': {
    title: 'A submissionId that was accepted before is answered 400 with the error object.',
    apply: ofAcceptedIds(() => refused('INVALID_ARGUMENT', 'The submissionId was used before.')),
  },
  'accepted-body-is-answered-alike-again': {
    title: 'The same submission again is answered with success, without being executed again.',
    apply: (behaviour, context) => {
      const accepted = new Map<string, string>();
      return changePerform(execute, (perform) => (request, call) => {
        if (accepted.get(request.submissionId) === call.body.toString()) {
          context.fire();
          return {};
        }
        accepted.set(request.submissionId, call.body.toString());
        return perform(request, call);
      })(behaviour, context);
    },
  },
});

/** On every second connection, answers differ in what is open. */
function ofSecondReplica(row: (isSecond: (call: Call) => boolean) => Change): Change {
  return (behaviour, context) => row(onSecondReplica())(behaviour, context);
}

const replicas = variantsOf(everyOperation, readings.errorCatalogue, {
  'replicas-name-errors-otherwise': {
    title: 'On every second connection, errors have other codes, and texts other words.',
    apply: ofSecondReplica((isSecond) =>
      changeAnswers((draft, call, refusal) => {
        if (refusal === undefined || !isSecond(call)) return undefined;
        const members = membersOf(draft);
        return members === undefined
          ? withText(draft, 'Replica 2: the value is invalid.')
          : withJson(draft, { ...members, code: 'SECOND_REPLICA', cause: 'Rejected by the second replica.' });
      }),
    ),
  },
  'replicas-write-json-otherwise': {
    title: 'On every second connection, JSON is indented, and the header names the replica.',
    quote: readings.openObjects,
    apply: ofSecondReplica((isSecond) =>
      changeEncoded((answer, call) => {
        if (!isSecond(call) || answer.headers['Content-Type'] !== 'application/json') return undefined;
        const body = Buffer.from(JSON.stringify(JSON.parse(answer.body.toString()), null, 2));
        const headers = { ...answer.headers, 'Content-Length': String(body.length), 'X-Replica': '2' };
        return { ...answer, headers, body };
      }),
    ),
  },
});

const hexOf = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');

const topology = variantsOf([generate], readings.entryEncodings, {
  'replicas-encode-transactions-otherwise': {
    title: 'On every second connection, transactions and the multi-hash are hexadecimal.',
    apply: ofSecondReplica((isSecond) =>
      changeTopology(({ topologyTransactions, multiHash }, _request, call) =>
        isSecond(call) ? { topologyTransactions: topologyTransactions.map(hexOf), multiHash: hexOf(multiHash) } : undefined,
      ),
    ),
  },
});

const longestUnknown = 8_192;
const known = ['synchronizer', 'partyHint', 'preparedTransaction', 'submissionId', 'userId', 'hashingSchemeVersion'];

function hasLongUnknown(body: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(body).some(([name, value]) => !known.includes(name) && typeof value === 'string' && value.length > longestUnknown);
}

const sizes = [
  ...variantsOf([generate], readings.observedInvalid, {
    'long-unknown-members-are-invalid': {
      title: 'An unknown member of more than 8 KiB is an invalid value.',
      apply: refuseToo(generate, 'text', 'The body has an unknown member.', (_call, body) => isObject(body) && hasLongUnknown(body)),
    },
  }),
  ...variantsOf([execute], readings.observedInvalid, {
    'long-unknown-members-are-413': {
      title: 'An unknown member of more than 8 KiB is answered 413 with the error object.',
      apply: refuseToo(
        execute,
        'error-object',
        { cause: 'The body has an unknown member.', code: 'REQUEST_TOO_LARGE' },
        (_call, body) => isObject(body) && hasLongUnknown(body),
      ),
    },
  }),
];

/** Sockets with an answer, to be ended by something else. */
const endsConnectionsOfOthers: Change = (behaviour, { fire }) => {
  const sockets = new Set<Socket>();
  let answers = 0;
  return {
    ...behaviour,
    deliver: (answer, response, call) => {
      const { socket } = response;
      if (socket !== null && !sockets.has(socket)) {
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
      }
      answers += 1;
      if (answers % 500 === 400) {
        fire();
        response.on('finish', () => {
          for (const other of sockets) if (other !== socket) other.end();
        });
      }
      return behaviour.deliver(answer, response, call);
    },
  };
};

const rejectedCredentials = 20;

const connections: Readonly<Record<string, VariantRow>> = {
  'connections-end-together': {
    title: 'After every 500 answers, all connections but one are closed, as where a server is replaced.',
    quote: readings.connectionError,
    apply: endsConnectionsOfOthers,
  },
  'rejected-credentials-slow-the-next': {
    title: 'Behind twenty rejected credentials in a row, a rejection takes 30 ms.',
    quote: readings.credentialObserved,
    apply: (behaviour, context) => {
      let inARow = 0;
      return together(
        whenAnswered(({ status }) => {
          inARow = status === 401 ? inARow + 1 : 0;
        }),
        changeStage('encode', (encode) => async (draft, call) => {
          if (draft.status === 401 && inARow >= rejectedCredentials) await wait(30);
          if (draft.status === 401) context.fire();
          return encode(draft, call);
        }),
      )(behaviour, context);
    },
  },
  'sessions-are-offered': {
    title: 'Each answer sets a session cookie, which changes nothing.',
    apply: changeEncoded((answer, { ordinal }) => ({
      ...answer,
      headers: { ...answer.headers, 'Set-Cookie': `session=${ordinal}; Path=/; HttpOnly` },
    })),
  },
};

/** Servers that remember, or whose replicas differ, in what is left open. */
export const stateVariants = [...submissions, ...replicas, ...topology, ...sizes, ...variantsOf(everyOperation, readings.http, connections)];
