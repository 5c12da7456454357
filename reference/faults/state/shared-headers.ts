import type { Answer } from '../../answer.ts';
import type { Call, Claims } from '../../call.ts';
import type { Operation } from '../../operation.ts';
import type { Change } from '../fault.ts';
import { breaking, faultsOf } from '../fault-row.ts';
import { refuseValid } from '../refuse-valid.ts';

const text = ({ headers }: Call, name: string): string => String(headers[name] ?? '');

/** Successes are kept by a header of the request, and come again for the same value. */
function keptBy(operation: Operation, keyOf: (call: Call) => string): Change {
  return (behaviour, { fire }) => {
    const kept = new Map<string, Answer>();
    return {
      ...behaviour,
      encode: async (draft, call) => {
        const answer = await behaviour.encode(draft, call);
        const key = keyOf(call);
        if (call.operation !== operation || key === '' || answer.status >= 300) return answer;
        const known = kept.get(key);
        if (known === undefined) kept.set(key, answer);
        if (known === undefined || known.body.equals(answer.body)) return answer;
        fire();
        return known;
      },
    };
  };
}

/** Who sent a valid token with a session once, is known by the session. */
function knownBySession(operation: Operation): Change {
  return (behaviour, { fire }) => {
    const sessions = new Map<string, Claims>();
    return {
      ...behaviour,
      readCredential: (call) => behaviour.readCredential(call) ?? '',
      verifyCredential: async (token, call) => {
        const claims = await behaviour.verifyCredential(token, call);
        const session = /\bsession=(\w+)/.exec(text(call, 'cookie'))?.[1];
        if (session === undefined || call.operation !== operation) return claims;
        if (claims !== undefined) sessions.set(session, claims);
        const known = sessions.get(session);
        if (claims === undefined && known !== undefined) fire();
        return claims ?? known;
      },
    };
  };
}

/** A second request of the same trace is rejected. */
function oncePerTrace(operation: Operation): Change {
  return (behaviour, context) => {
    const seen = new Set<string>();
    return refuseValid(operation, 'The request was sent before.', (call) => {
      const trace = text(call, 'traceparent').split('-')[1] ?? '';
      if (trace === '') return false;
      const isKnown = seen.has(trace);
      seen.add(trace);
      return isKnown;
    })(behaviour, context);
  };
}

const wrong = [
  'AUTH-REQUIRED',
  'AUTH-EMPTY',
  'AUTH-SIGNATURE-ALTERED',
  'AUTH-NOT-JWT',
  'AUTH-ALG-NONE',
  'AUTH-STAYS-WRONG',
  'AUTH-OTHER-SECRET',
  'AUTH-PAYLOAD-CHANGED',
  'AUTH-SIGNATURE-MISSING',
  'AUTH-TOKEN-EXACT',
  'AUTH-EXPIRED',
];

/** Headers of clients and gateways that several requests share count as what identifies a request (ruling 39). */
export const sharedHeaderFaults = [
  ...faultsOf('generate-topology', [
    ...breaking(['GT-PARTYID-HINT', 'GT-FINGERPRINT-FUNCTION', 'GT-ENTRY-DISTINCT'], {
      'answer-is-kept-by-request-id': [
        'Requests with the same X-Request-Id get the same answer.',
        keptBy('generate-topology', (call) => text(call, 'x-request-id')),
      ],
      'answer-is-kept-by-session': [
        'Requests with the same session cookie get the same answer.',
        keptBy('generate-topology', (call) => /\bsession=\w+/.exec(text(call, 'cookie'))?.[0] ?? ''),
      ],
    }),
  ]),
  ...faultsOf('execute-submission', [
    ...breaking(['EX-SUCCESS', 'AUTH-BEARER', 'AUTH-APIKEY', 'EX-OPT-DEDUPLICATION'], {
      'second-request-of-a-trace-is-refused': [
        'A valid submission is rejected if its traceparent names a trace that was seen before.',
        oncePerTrace('execute-submission'),
      ],
    }),
  ]),
  ...faultsOf('list-users', [
    ...breaking(wrong, {
      'session-stands-for-the-token': ['A session cookie that was set for a valid token is accepted in place of one.', knownBySession('list-users')],
    }),
  ]),
];
