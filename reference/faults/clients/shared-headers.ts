import type { Call } from '../../call.ts';
import { malformed } from '../../refusal.ts';
import { headerOf, success } from '../../rows/conditions.ts';
import { recall } from '../../rows/credentials.ts';
import type { Action } from '../../rows/engine.ts';
import { rejecting } from '../../rows/requests.ts';
import type { Fault } from '../fault.ts';
import { EX, faults, GT, LU, showing } from '../table.ts';

/** Successes are kept by a header of the request, and come again for the same value. */
const keptBy =
  (nameOf: (call: Call) => string): Action =>
  () => {
    const kept = new Map<string, Buffer>();
    return {
      encode(call) {
        const name = nameOf(call);
        if (name === '') return;
        call.bytes = kept.get(name) ?? call.bytes;
        kept.set(name, call.bytes);
      },
    };
  };

const sessionOf = (call: Call): string => /\bsession=\w+/.exec(headerOf(call, 'cookie'))?.[0] ?? '';

/** A second request of the same trace is rejected. */
const oncePerTrace = rejecting(() => {
  const seen = new Set<string>();
  return (_, call) => {
    const trace = headerOf(call, 'traceparent').split('-')[1] ?? '';
    return trace !== '' && seen.size === seen.add(trace).size;
  };
}, malformed('The request was sent before.'));

const wrong = [
  ...['AUTH-REQUIRED', 'AUTH-EMPTY', 'AUTH-SIGNATURE-ALTERED', 'AUTH-NOT-JWT', 'AUTH-ALG-NONE', 'AUTH-STAYS-WRONG'],
  ...['AUTH-OTHER-SECRET', 'AUTH-PAYLOAD-CHANGED', 'AUTH-SIGNATURE-MISSING', 'AUTH-TOKEN-EXACT', 'AUTH-EXPIRED'],
];

/** Headers of clients and gateways that several requests share count as what identifies a request (ruling 39). */
export const sharedHeaders: readonly Fault[] = showing('client', [
  ...faults(GT, ['GT-PARTYID-HINT', 'GT-FINGERPRINT-FUNCTION', 'GT-ENTRY-DISTINCT'], success, {
    'answer-is-kept-by-request-id': ['Requests with the same X-Request-Id get the same answer.', keptBy((call) => headerOf(call, 'x-request-id'))],
    'answer-is-kept-by-session': ['Requests with the same session cookie get the same answer.', keptBy(sessionOf)],
  }),
  ...faults(EX, ['EX-SUCCESS', 'AUTH-BEARER', 'AUTH-APIKEY', 'EX-OPT-DEDUPLICATION'], {
    'second-request-of-a-trace-is-refused': ['A valid submission is rejected if its traceparent names a trace that was seen before.', oncePerTrace],
  }),
  ...faults(LU, wrong, {
    'session-stands-for-the-token': [
      'A session cookie that was set for a valid token is accepted in place of one.',
      recall((_, call) => (call.operation === LU && sessionOf(call) !== '' ? sessionOf(call) : undefined)),
    ],
  }),
]);
