import type { Socket } from 'node:net';
import type { Call } from '../../call.ts';
import type { Operation } from '../../operation.ts';
import { together } from '../../variants/change-answers.ts';
import { dropRules } from '../../variants/requests/change-requests.ts';
import { changeStage } from '../change-stage.ts';
import type { Change } from '../fault.ts';
import { breaking, faultsOf } from '../fault-row.ts';
import { limitTo } from '../limit-to.ts';
import { refuseValid } from '../refuse-valid.ts';
import { withdrawRule } from '../withdraw-rule.ts';
import { pause } from './shared-request.ts';

const isChunked = ({ headers }: Call): boolean => headers['transfer-encoding'] !== undefined;

/** What was before on the connection of a call: whether its last request was chunked. */
function behindChunked(operation: Operation): Change {
  return (behaviour, context) => {
    const last = new WeakMap<object, boolean>();
    const before = new WeakMap<Call, boolean>();
    const noted = changeStage('readCredential', (read) => (call) => {
      before.set(call, last.get(call.connection) ?? false);
      last.set(call.connection, isChunked(call));
      return read(call);
    });
    const refusing = refuseValid(operation, 'The body ends early.', (call) => before.get(call) === true && !isChunked(call));
    return together(noted, refusing)(behaviour, context);
  };
}

/** Each chunk is decoded on its own, so that characters of several bytes are lost. */
const decodesChunks: Change = changeStage('decodeJson', (decode, { fire }) => (call) => {
  const sent = call.body.toString('utf8');
  const read = sent.replace(/[^\u0000-\u007f]/gu, '\ufffd');
  const isMeant = call.operation === 'generate-topology' && isChunked(call);
  if (!isMeant || read === sent || !Buffer.from(sent).equals(call.body)) return decode(call);
  fire();
  return decode({ ...call, body: Buffer.from(read) });
});

/** The service that verifies tokens is asked in vain while there is much to do, and nobody is turned away. */
function opensUnderLoad(operation: Operation, atOnce: number): Change {
  return (behaviour, { ledger, fire }) => ({
    ...behaviour,
    readCredential: (call) => behaviour.readCredential(call) ?? (call.operation === operation ? '' : undefined),
    verifyCredential: async (token, call) => {
      if (call.operation === operation) await pause();
      const claims = await behaviour.verifyCredential(token, call);
      if (claims !== undefined || call.operation !== operation || call.inFlight() <= atOnce) return claims;
      fire();
      return { sub: ledger.userId };
    },
  });
}

/** Each client that leaves before its answer keeps one of two workers. */
function keepsWorkers(operation: Operation): Change {
  return (behaviour, { fire }) => {
    let workers = 2;
    return {
      ...behaviour,
      verifyCredential: async (token, call) => {
        if (call.operation === operation) await pause();
        return behaviour.verifyCredential(token, call);
      },
      encode: (draft, call) => {
        if (call.operation === operation && (call.connection as Socket).destroyed) workers -= 1;
        if (call.operation !== operation || workers > 0) return behaviour.encode(draft, call);
        fire();
        return { status: 500, headers: { 'Content-Length': '0' }, body: Buffer.alloc(0) };
      },
    };
  };
}

/** One replica of four has another version of the service; a connection stays with its replica. */
function oneOfFour(change: Change): Change {
  return limitTo(change, () => {
    let connections = 0;
    const numbers = new WeakMap<object, number>();
    return ({ connection }) => {
      const number = numbers.get(connection) ?? connections++;
      numbers.set(connection, number);
      return number % 4 === 3;
    };
  });
}

/** The type of a text stays where the connection keeps its headers, for the next error of the other operation. */
const typeStays: Change = (behaviour, { fire }) => {
  const isLeft = new WeakSet<object>();
  return {
    ...behaviour,
    encode: async (draft, call) => {
      const answer = await behaviour.encode(draft, call);
      const isText = /^text/.test(answer.headers['Content-Type'] ?? '');
      if (call.operation === 'generate-topology' && isText) isLeft.add(call.connection);
      if (call.operation !== 'execute-submission' || answer.status < 400) return answer;
      if (!isLeft.delete(call.connection)) return answer;
      fire();
      return { ...answer, headers: { ...answer.headers, 'Content-Type': 'text/plain' } };
    },
  };
};

const anyCredential = ['AUTH-SIGNATURE-ALTERED', 'AUTH-REQUIRED', 'AUTH-NOT-JWT', 'AUTH-STAYS-WRONG'];

/** Faults that show only with what was on the connection, on which one it is, or with how busy the server is. */
export const shippedConnectionFaults = [
  ...faultsOf('execute-submission', [
    ...breaking(['EX-SUCCESS', 'AUTH-BEARER', 'AUTH-STAYS-VALID'], {
      'body-behind-a-chunked-one-is-rejected': [
        'A valid body with a length is rejected behind a chunked one on the same connection.',
        behindChunked('execute-submission'),
      ],
    }),
    ...breaking(['EX-FAILURE-FORM'], {
      'error-behind-a-text-is-called-text': [
        'Behind a text of generate-topology, the next error object on the connection has Content-Type text/plain.',
        typeStays,
      ],
    }),
  ]),
  ...faultsOf('generate-topology', [
    ...breaking(['GT-PARTYID-HINT'], {
      'party-id-of-chunked-body-has-replacement-characters': [
        'Of a hint in a chunked body, characters outside ASCII are replaced in partyId.',
        together(dropRules('generate-topology', 'alphabet /partyHint'), decodesChunks),
      ],
    }),
    ...breaking(['GT-SUCCESS', 'GT-FAILURE-FORM'], {
      'clients-that-leave-keep-workers': [
        'Behind two clients that left before their answers, everything is answered 500 without a body.',
        keepsWorkers('generate-topology'),
      ],
    }),
    ...breaking(['GT-REQ-THRESHOLD-MIN'], {
      'one-replica-of-four-accepts-negative-threshold': [
        'On every fourth connection, a negative confirmationThreshold is accepted.',
        oneOfFour((behaviour, context) =>
          withdrawRule(behaviour, context, {
            operation: 'generate-topology',
            name: 'negative /confirmationThreshold',
          }),
        ),
      ],
    }),
  ]),
  ...faultsOf('list-users', [
    ...breaking(anyCredential, {
      'tokens-are-not-verified-under-load': [
        'While more than twelve requests are in progress, every credential is accepted.',
        opensUnderLoad('list-users', 12),
      ],
    }).map((row) => ({ ...row, when: 'concurrent' as const })),
  ]),
];
