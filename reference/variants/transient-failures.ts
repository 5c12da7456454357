import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from '../answer.ts';
import { resetConnection } from '../deliver.ts';
import { changeStage } from '../faults/change-stage.ts';
import type { Change } from '../faults/fault.ts';
import type { Operation } from '../operation.ts';
import { together } from './change-answers.ts';
import { deliverAll, deliverSome, sendAnswer } from './change-delivery.ts';
import { readings } from './requests/readings.ts';
import { everyOperation, variantsOf } from './variant-row.ts';

/** A "not now" response with the error object. */
function notNow(status: 429 | 502 | 503 | 504, headers: Readonly<Record<string, string>> = {}): Answer {
  const value = { code: 'NOT_NOW', cause: 'Try again later.', context: {}, errorCategory: 2 };
  const body = Buffer.from(JSON.stringify(value));
  const own = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
  return { status, headers: { ...own, ...headers }, body };
}

/** "Not now" from a proxy, without an error object. */
function fromProxy(status: 502 | 503 | 504): Answer {
  const body = Buffer.from('<html><h1>Not now</h1></html>');
  return { status, headers: { 'Content-Type': 'text/html', 'Content-Length': String(body.length) }, body };
}

type Choose = Parameters<typeof deliverSome>[0];

/** Some responses are replaced by "not now". */
function sometimes(choose: Choose, answer: Answer): Change {
  return deliverSome(choose, (_answer, response) => sendAnswer(answer, response));
}

function oneIn(count: number): Choose {
  return ({ random }) =>
    () =>
      random() < 1 / count;
}

/**
 * After this many responses, every request gets 429 for a while. A count, not a rate, so that it also occurs on a slow
 * machine.
 */
function restsAfter(count: number, milliseconds: number, answer: Answer): Change {
  return sometimes(() => {
    let answered = 0;
    let restsUntil = 0;
    return () => {
      if (performance.now() < restsUntil) return true;
      answered += 1;
      if (answered % count === 0) restsUntil = performance.now() + milliseconds;
      return false;
    };
  }, answer);
}

/** At most this many requests per interval are answered, the others with 429: a rate, in bursts. */
function atMostIn(count: number, milliseconds: number, answer: Answer): Change {
  return sometimes(() => {
    let taken: number[] = [];
    return () => {
      const now = performance.now();
      taken = taken.filter((at) => now - at < milliseconds);
      if (taken.length >= count) return true;
      taken.push(now);
      return false;
    };
  }, answer);
}

/** So many requests a second are let through, and some more at once, as by `limit_req` of nginx with `nodelay`; the others are turned away. */
function limited(turnAway: Parameters<typeof deliverSome>[1]): Change {
  const limit = { perSecond: 150, burst: 20 };
  return deliverSome(() => {
    let room = limit.burst + 1;
    let at = performance.now();
    return () => {
      const now = performance.now();
      room = Math.min(limit.burst + 1, room + ((now - at) / 1_000) * limit.perSecond);
      at = now;
      if (room < 1) return true;
      room -= 1;
      return false;
    };
  }, turnAway);
}

/** Turns away with this response. */
function answering(answer: Answer): Parameters<typeof deliverSome>[1] {
  return (_answer, response) => sendAnswer(answer, response);
}

/** After this many responses of an operation, it is away once, for so long; the others respond. */
function awayAfter(
  count: number,
  operation: Operation,
  milliseconds: number,
  deliver: (answer: Answer, response: ServerResponse, leftMs: number) => void | Promise<void>,
): Change {
  return changeStage('deliver', (usual, { fire }) => {
    let answered = 0;
    let backAt = Number.POSITIVE_INFINITY;
    return (answer, response, call) => {
      if (call.operation === operation) answered += 1;
      const now = performance.now();
      if (answered === count && backAt === Number.POSITIVE_INFINITY) backAt = now + milliseconds;
      if (call.operation !== operation || answered <= count || now >= backAt) return usual(answer, response, call);
      fire();
      return deliver(answer, response, backAt - now);
    };
  });
}

/** A kept-alive connection is reset at its second request, which is not answered. */
const secondOnConnection = (() => {
  const used = new WeakSet<Socket>();
  return deliverAll((answer, response) => {
    const { socket } = response;
    if (socket !== null && used.has(socket)) {
      resetConnection(response);
      return;
    }
    if (socket !== null) used.add(socket);
    sendAnswer(answer, response);
  });
})();

/** Failures that go away on a retry (ruling 26). */
export const transientFailureVariants = variantsOf(everyOperation, readings.limits, {
  'rate-limit-with-retry-after': {
    title: 'After every 900 answers, the next second is all 429, with Retry-After: 1.',
    apply: restsAfter(900, 950, notNow(429, { 'Retry-After': '1' })),
  },
  'rate-limit-without-retry-after': {
    title: 'After every 300 answers, the next 120 ms are all 429, without Retry-After.',
    apply: restsAfter(300, 120, notNow(429)),
  },
  'rate-limit-with-date': {
    title: 'After every 300 answers, the next 120 ms are all 429, with a Retry-After date in the past.',
    apply: restsAfter(300, 120, notNow(429, { 'Retry-After': 'Fri, 31 Dec 1999 23:59:59 GMT' })),
  },
  'rate-limit-in-a-window': {
    title: 'More than 20 requests in any 50 ms are answered 429, with Retry-After: 0.',
    apply: atMostIn(20, 50, notNow(429, { 'Retry-After': '0' })),
  },
  'rate-limit-by-overlap': {
    title: 'More than 24 concurrent requests are answered 429.',
    apply: together(
      // Requests overlap only if responses take time.
      changeStage('encode', (encode) => async (draft, call) => {
        await wait(3);
        return encode(draft, call);
      }),
      sometimes(() => (call) => call.inFlight() > 24, notNow(429)),
    ),
  },
  'limit-429-with-retry-after': {
    title: 'More than 150 requests a second are answered 429, with Retry-After: 1.',
    apply: limited(answering(notNow(429, { 'Retry-After': '1' }))),
  },
  'limit-429': {
    title: 'More than 150 requests a second are answered 429.',
    apply: limited(answering(notNow(429))),
  },
  'limit-503': {
    title: 'More than 150 requests a second are answered 503 with the error object.',
    quote: readings.repeated,
    apply: limited(answering(notNow(503))),
  },
  'limit-503-page': {
    title: 'More than 150 requests a second are answered 503 from a proxy, as HTML.',
    quote: readings.repeated,
    apply: limited(answering(fromProxy(503))),
  },
  'limit-502-or-504-page': {
    title: 'More than 150 requests a second are answered 502 or 504 from a proxy, as HTML.',
    quote: readings.repeated,
    apply: limited((_answer, response, { ordinal }) => sendAnswer(fromProxy(ordinal % 2 === 0 ? 502 : 504), response)),
  },
  'limit-reset': {
    title: 'More than 150 requests a second are ended by a reset of their connections.',
    quote: readings.connectionError,
    apply: limited((_answer, response) => resetConnection(response)),
  },
  'bursts-of-503': {
    title: 'Twelve answers in a row of each 500 are 503.',
    quote: readings.repeated,
    apply: sometimes(
      () =>
        ({ ordinal }) =>
          ordinal % 500 >= 100 && ordinal % 500 < 112,
      notNow(503),
    ),
  },
  'rate-limit-now-and-then': {
    title: 'One answer in fifty is 429, with Retry-After: 0.',
    apply: sometimes(oneIn(50), notNow(429, { 'Retry-After': '0' })),
  },
  'now-and-then-503': {
    title: 'One answer in forty is 503 with the error object.',
    quote: readings.repeated,
    apply: sometimes(oneIn(40), notNow(503)),
  },
  'now-and-then-503-with-retry-after-0': {
    title: 'One answer in forty is 503 with Retry-After: 0.',
    quote: readings.repeated,
    apply: sometimes(oneIn(40), notNow(503, { 'Retry-After': '0' })),
  },
  'now-and-then-504': {
    title: 'One answer in forty is 504 from a proxy, as HTML.',
    quote: readings.repeated,
    apply: sometimes(oneIn(40), fromProxy(504)),
  },
  'now-and-then-502': {
    title: 'One answer in twenty is 502 from a proxy, as HTML.',
    quote: readings.repeated,
    apply: sometimes(oneIn(20), fromProxy(502)),
  },
  'kept-connections-reset': {
    title: 'Each connection is reset during its second request.',
    quote: readings.connectionError,
    apply: secondOnConnection,
  },
  'now-and-then-reset': {
    title: 'One connection in sixty is reset.',
    quote: readings.connectionError,
    apply: deliverSome(oneIn(60), (_answer, response) => {
      resetConnection(response);
    }),
  },
  'now-and-then-cut': {
    title: 'One answer in sixty is cut in the middle.',
    quote: readings.connectionError,
    apply: deliverSome(oneIn(60), (answer, response) => {
      response.writeHead(answer.status, answer.headers);
      response.write(answer.body.subarray(0, answer.body.length >> 1), () => response.destroy());
    }),
  },
  'operation-closes-connections-for-a-while': {
    title: 'After 60 answers, execute-submission closes each connection for six seconds.',
    operations: ['execute-submission'],
    quote: readings.awayForAMoment,
    apply: awayAfter(60, 'execute-submission', 6_000, (_answer, response) => {
      response.destroy();
    }),
  },
  'operation-pauses-for-a-while': {
    title: 'After 60 answers, generate-topology answers nothing for four seconds, and everything after that.',
    operations: ['generate-topology'],
    quote: readings.awayForAMoment,
    apply: awayAfter(60, 'generate-topology', 4_000, async (answer, response, leftMs) => {
      await wait(leftMs);
      sendAnswer(answer, response);
    }),
  },
  'first-answers-are-503': {
    title: 'The first answer on each operation is 503.',
    quote: readings.repeated,
    apply: sometimes(() => {
      const met = new Set<string | undefined>();
      return ({ operation }) => {
        const isFirst = !met.has(operation);
        met.add(operation);
        return isFirst;
      };
    }, notNow(503)),
  },
});
