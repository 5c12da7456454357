import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Call } from '../call.ts';
import { plainly } from '../deliver.ts';
import { refused } from '../refusal.ts';
import { answered, headers, json, members, text } from '../rows/answers.ts';
import { early, failure, first, oneIn, overlapping, perConnection, replica, textAt, when } from '../rows/conditions.ts';
import { type Action, type Condition, given } from '../rows/engine.ts';
import { result } from '../rows/generate-topology.ts';
import { rejecting, slow } from '../rows/requests.ts';
import { cut, pause, reset } from '../rows/sending.ts';
import { readings } from './readings.ts';
import { EX, everyOperation, GT, type VariantEntry, variants } from './table.ts';

const object = '{"code":"NOT_NOW","cause":"Try again later.","context":{},"errorCategory":2}';

/** A "not now" answer with the error object. */
const notNow = (code: 429 | 503, more: Record<string, string> = {}): Action => answered(code, 'application/json', object, more);
const retryAfter = (when: string): Record<string, string> => ({ 'Retry-After': when });

/** "Not now" from a proxy, without an error object. */
const fromProxy = (code: 502 | 503 | 504): Action => answered(code, 'text/html', '<html><h1>Not now</h1></html>');

/** After so many requests, all of them for a while. A count, not a rate, so that it also occurs on a slow machine. */
const resting = (count: number, ms: number): Condition =>
  early(() => {
    let [requests, until] = [0, 0];
    return () => {
      if (performance.now() < until) return true;
      requests += 1;
      if (requests % count === 0) until = performance.now() + ms;
      return false;
    };
  });

/** More than so many requests in an interval: a rate, in bursts. */
const above = (count: number, ms: number): Condition =>
  early(() => {
    let taken: number[] = [];
    return () => {
      const now = performance.now();
      taken = taken.filter((at) => now - at < ms);
      if (taken.length >= count) return true;
      taken.push(now);
      return false;
    };
  });

/** More than 150 requests a second, or 20 more at once, as by `limit_req` of nginx with `nodelay`. */
const limited = early(() => {
  const limit = { perSecond: 150, burst: 20 };
  let [room, at] = [limit.burst + 1, performance.now()];
  return () => {
    const now = performance.now();
    room = Math.min(limit.burst + 1, room + ((now - at) / 1_000) * limit.perSecond);
    at = now;
    if (room < 1) return true;
    room -= 1;
    return false;
  };
});

/** After so many answers, the operation is away once, for so long. */
const awayAfter =
  (count: number, ms: number, write: (response: ServerResponse, call: Call, leftMs: number) => unknown): Action =>
  () => {
    let [answers, backAt] = [0, Number.POSITIVE_INFINITY];
    return {
      send(call) {
        answers += 1;
        const now = performance.now();
        if (answers === count) backAt = now + ms;
        if (answers > count && now < backAt) call.send = (response) => write(response, call, backAt - now);
      },
    };
  };

/** A kept-alive connection is reset at its second request, which is not answered. */
const secondOnConnection: Action = (run) => {
  const memory = perConnection(() => ({ isUsed: false }));
  const steps = reset(run);
  return {
    send(call) {
      const { isUsed } = memory(call);
      memory(call).isUsed = true;
      return isUsed ? steps.send?.(call) : undefined;
    },
  };
};

const gone = readings.connectionError;
const turnedAway = (how: string, does: Action | readonly Action[], quote: string = readings.repeated): VariantEntry => [
  `More than 150 requests a second are ${how}.`,
  does,
  { quote, under: limited },
];
const nowAndThen = (title: string, count: number, does: Action, quote: string = readings.repeated): VariantEntry => [
  title,
  does,
  { quote, under: oneIn(count) },
];
const even = when(({ ordinal }) => ordinal % 2 === 0);
const odd = when(({ ordinal }) => ordinal % 2 !== 0);

/** Failures that go away on a retry (ruling 26). */
export const transientFailures = variants(everyOperation, readings.limits, {
  'rate-limit-with-retry-after': ['After every 900 answers, the next second is all 429, with Retry-After: 1.', notNow(429, retryAfter('1')), resting(900, 950)],
  'rate-limit-without-retry-after': ['After every 300 answers, the next 120 ms are all 429, without Retry-After.', notNow(429), resting(300, 120)],
  'rate-limit-with-date': [
    'After every 300 answers, the next 120 ms are all 429, with a Retry-After date in the past.',
    notNow(429, retryAfter('Fri, 31 Dec 1999 23:59:59 GMT')),
    resting(300, 120),
  ],
  'rate-limit-in-a-window': ['More than 20 requests in any 50 ms are answered 429, with Retry-After: 0.', notNow(429, retryAfter('0')), above(20, 50)],
  // Requests overlap only if answers take time.
  'rate-limit-by-overlap': ['More than 24 concurrent requests are answered 429.', [slow(3, 'answer'), given(overlapping(24), notNow(429))]],
  'limit-429-with-retry-after': turnedAway('answered 429, with Retry-After: 1', notNow(429, retryAfter('1')), readings.limits),
  'limit-429': turnedAway('answered 429', notNow(429), readings.limits),
  'limit-503': turnedAway('answered 503 with the error object', notNow(503)),
  'limit-503-page': turnedAway('answered 503 from a proxy, as HTML', fromProxy(503)),
  'limit-502-or-504-page': turnedAway('answered 502 or 504 from a proxy, as HTML', [given(even, fromProxy(502)), given(odd, fromProxy(504))]),
  'limit-reset': turnedAway('ended by a reset of their connections', reset, gone),
  'bursts-of-503': [
    'Twelve answers in a row of each 500 are 503.',
    notNow(503),
    { quote: readings.repeated, under: when(({ ordinal }) => ordinal % 500 >= 100 && ordinal % 500 < 112) },
  ],
  'rate-limit-now-and-then': nowAndThen('One answer in fifty is 429, with Retry-After: 0.', 50, notNow(429, retryAfter('0')), readings.limits),
  'now-and-then-503': nowAndThen('One answer in forty is 503 with the error object.', 40, notNow(503)),
  'now-and-then-503-with-retry-after-0': nowAndThen('One answer in forty is 503 with Retry-After: 0.', 40, notNow(503, retryAfter('0'))),
  'now-and-then-504': nowAndThen('One answer in forty is 504 from a proxy, as HTML.', 40, fromProxy(504)),
  'now-and-then-502': nowAndThen('One answer in twenty is 502 from a proxy, as HTML.', 20, fromProxy(502)),
  'kept-connections-reset': ['Each connection is reset during its second request.', secondOnConnection, { quote: gone }],
  'now-and-then-reset': ['One connection in sixty is reset.', reset, { quote: gone, under: oneIn(60), warns: ['HTTP-STABLE'] }],
  'now-and-then-cut': nowAndThen('One answer in sixty is cut in the middle.', 60, cut, gone),
  'operation-closes-connections-for-a-while': [
    'After 60 answers, execute-submission closes each connection for six seconds.',
    awayAfter(60, 6_000, (response) => response.destroy()),
    { on: EX, quote: readings.awayForAMoment },
  ],
  'operation-pauses-for-a-while': [
    'After 60 answers, generate-topology answers nothing for four seconds, and everything after that.',
    awayAfter(60, 4_000, async (response, call, leftMs) => {
      await pause(leftMs);
      plainly(response, call);
    }),
    { on: GT, quote: readings.awayForAMoment },
  ],
  'first-answers-are-503': ['The first answer on each operation is 503.', notNow(503), { quote: readings.repeated, under: first(1) }],
});

/** The bodies of accepted submissions by their id. */
const acceptedBodies = (): { readonly accepted: Map<string, string>; readonly note: (call: Call) => void } => {
  const accepted = new Map<string, string>();
  return { accepted, note: ({ request, body }) => void accepted.set(request.submissionId, body.toString()) };
};

/** Rejects a submission whose id was accepted before, in front of the rules. */
const usedBefore =
  (code: 'SUBMISSION_ALREADY_IN_FLIGHT' | 'INVALID_ARGUMENT'): Action =>
  (run) => {
    const { accepted, note } = acceptedBodies();
    const isKnown = (_: unknown, call: Call): boolean => accepted.has(textAt(call, '/submissionId'));
    return { ...rejecting(() => isKnown, refused(code, 'The submissionId was used before.'), 'decode')(run), perform: note };
  };

/** The same submission again is not executed again. */
const answeredAlike: Action = () => {
  const { accepted, note } = acceptedBodies();
  return {
    perform(call) {
      if (accepted.get(call.request.submissionId) === call.body.toString()) return true;
      note(call);
      return false;
    },
  };
};

const hexOf = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');

/** All connections but one are closed after some answers. */
const endsConnections: Action = () => {
  const sockets = new Set<Socket>();
  let answers = 0;
  return {
    send(call) {
      const { send: usual } = call;
      answers += 1;
      const isLast = answers % 500 === 400;
      call.send = (response) => {
        const { socket } = response;
        if (socket !== null && !sockets.has(socket)) {
          sockets.add(socket);
          socket.once('close', () => sockets.delete(socket));
        }
        if (isLast)
          response.on('finish', () => {
            for (const other of sockets) if (other !== socket) other.end();
          });
        return usual(response, call);
      };
    },
  };
};

/** Behind twenty rejected credentials in a row, a rejection takes its time. */
const slowsRejections: Action = () => {
  let inARow = 0;
  return {
    async encode({ status }) {
      if (status === 401 && inARow >= 20) await pause(30);
      inARow = status === 401 ? inARow + 1 : 0;
      return status === 401;
    },
  };
};

const onSecond = replica(2);

/** Servers that remember, or whose replicas differ, in what is left open. */
export const states = [
  ...variants(EX, readings.submissionId, {
    'accepted-id-is-409-before-all-else': [
      'A submissionId that was accepted before is answered 409 before the rest of the body is looked at.',
      usedBefore('SUBMISSION_ALREADY_IN_FLIGHT'),
    ],
    'accepted-id-is-400-again': ['A submissionId that was accepted before is answered 400 with the error object.', usedBefore('INVALID_ARGUMENT')],
    'accepted-body-is-answered-alike-again': ['The same submission again is answered with success, without being executed again.', answeredAlike],
  }),
  ...variants(everyOperation, readings.errorCatalogue, {
    'replicas-name-errors-otherwise': [
      'On every second connection, errors have other codes, and texts other words.',
      [
        members({ code: 'SECOND_REPLICA', cause: 'Rejected by the second replica.' }),
        given(
          when((call) => call.text !== undefined),
          text('Replica 2: the value is invalid.'),
        ),
      ],
      [onSecond, failure()],
    ],
    'replicas-write-json-otherwise': [
      'On every second connection, JSON is indented, and the header names the replica.',
      [json((value) => JSON.stringify(value, null, 2)), headers({ 'X-Replica': '2' })],
      { quote: readings.openObjects, under: onSecond },
    ],
  }),
  ...variants(GT, readings.entryEncodings, {
    'replicas-encode-transactions-otherwise': [
      'On every second connection, transactions and the multi-hash are hexadecimal.',
      result(({ topologyTransactions, multiHash }) => ({
        topologyTransactions: topologyTransactions.map(hexOf),
        multiHash: hexOf(multiHash),
      })),
      onSecond,
    ],
  }),
  ...variants(everyOperation, readings.http, {
    'connections-end-together': [
      'After every 500 answers, all connections but one are closed, as where a server is replaced.',
      endsConnections,
      { quote: gone },
    ],
    'rejected-credentials-slow-the-next': [
      'Behind twenty rejected credentials in a row, a rejection takes 30 ms.',
      slowsRejections,
      { quote: readings.credentialObserved },
    ],
    'sessions-are-offered': [
      'Each answer sets a session cookie, which changes nothing.',
      headers(({ ordinal }) => ({ 'Set-Cookie': `session=${ordinal}; Path=/; HttpOnly` })),
    ],
  }),
];
