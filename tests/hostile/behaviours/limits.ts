import type { Socket } from 'node:net';
import type { Behaviour, Served } from '../behaviour.ts';
import { atMost, restarting, type TurnAway } from '../doors.ts';
import { always, inFront, type Listen, type Misbehave, onExecute, onUsers, whole } from '../front.ts';
import { after, inParts } from '../late.ts';

const honest: Misbehave = (socket, answer) => socket.write(whole(answer));

const behind = (listen: Listen) => () => inFront(honest, always, listen);

function limited(limit: number, turnAway: TurnAway, how: string): Behaviour {
  return {
    name: `at most ${limit} ${limit === 1 ? 'connection' : 'connections'}, and ${how}`,
    serve: behind(atMost(limit, turnAway)),
    // Ruling 38: conformant, or inconclusive with the setting named.
    statuses: [0, 3],
    saysIfInconclusive: /CONFORMANCE_CONCURRENCY/,
    // One request at a time, and many of them on a connection of their own, for which the last one has to go first.
    ...(limit === 1 && { seconds: 400 }),
  };
}

const limits: readonly Behaviour[] = [
  limited(6, 'refuse', 'refuses more'),
  limited(6, 'reset', 'resets more'),
  limited(6, 'close', 'closes more'),
  limited(6, 'wait', 'lets more wait'),
  limited(6, '503', 'answers more with 503'),
  limited(2, 'refuse', 'refuses more'),
  limited(2, 'reset', 'resets more'),
  limited(2, 'close', 'closes more'),
  limited(2, 'wait', 'lets more wait'),
  limited(2, '503', 'answers more with 503'),
  limited(1, 'refuse', 'refuses more'),
  limited(1, 'reset', 'resets more'),
  limited(1, 'wait', 'lets more wait'),
];

/** After a second without a request, the connection ends. */
const idleSecond: Listen = (onConnection) =>
  atMost(
    999,
    'reset',
  )((socket, nth) => {
    socket.setTimeout(1_000, () => socket.end());
    onConnection(socket, nth);
  });

/** Connections are read only after a while, as behind a slow TLS terminator. */
const slowAccept: Listen = (onConnection) =>
  atMost(
    999,
    'reset',
  )((socket, nth) => {
    queueMicrotask(() => socket.pause());
    setTimeout(() => {
      onConnection(socket, nth);
      socket.resume();
    }, 300);
  });

/** Each n-th answer of a connection is its last. */
function lastOf(count: number, says: boolean): Misbehave {
  const answered = new WeakMap<Socket, number>();
  return (socket, answer) => {
    const nth = (answered.get(socket) ?? 0) + 1;
    answered.set(socket, nth);
    if (nth < count) socket.write(whole(answer));
    else {
      const bytes = whole(answer).toString('latin1');
      socket.end(Buffer.from(says ? bytes.replace('\r\n', '\r\nConnection: close\r\n') : bytes, 'latin1'));
    }
  };
}

const busy = JSON.stringify({ code: 'BUSY', cause: 'later', context: {}, errorCategory: 2 });

/** Sixty requests in a row of each thousand are answered like this. */
const bursts =
  (status: number): Misbehave =>
  (socket, answer, { nth }) => {
    const isBusy = nth % 1_000 >= 500 && nth % 1_000 < 560;
    if (!isBusy) socket.write(whole(answer));
    else
      socket.write(whole({ status, headers: ['Content-Type: application/json'], body: Buffer.from(busy) }));
  };

const megabyte = 1_000_000;

/** Each listing with twenty megabytes more in a field that nobody knows. */
const long =
  (bytes: number): Misbehave =>
  (socket, answer) => {
    const text = answer.body.toString().replace('{', `{"note":"${'x'.repeat(bytes)}",`);
    socket.write(whole(answer.status === 200 ? { ...answer, body: Buffer.from(text) } : answer));
  };

/** The same with another timeout, so that the length is what a run meets. */
const withTimeout = (ms: number, serve: () => Promise<Served>) => async (): Promise<Served> => {
  const served = await serve();
  return { ...served, settings: { ...served.settings, TARGET_TIMEOUT_MS: `${ms}` } };
};

/** Answers that are slow, long or rare by the limits of the suite and of the target, and nothing else. */
export const limitBehaviours: readonly Behaviour[] = [
  ...limits,
  {
    name: 'restarts once, for three seconds',
    serve: behind(restarting(1, 250, 3_000)),
    statuses: [0],
    sample: true,
  },
  { name: 'restarts twice, for two seconds', serve: behind(restarting(2, 400, 2_000)), statuses: [0] },
  {
    name: 'listings after 1.2 times the timeout',
    serve: () => inFront(after(1_800), onUsers),
    statuses: [3],
  },
  {
    name: 'submissions after 1.2 times the timeout',
    serve: () => inFront(after(1_800), onExecute),
    statuses: [3],
  },
  {
    name: 'every response after 1.2 times the timeout',
    serve: () => inFront(after(1_800)),
    statuses: [3],
  },
  {
    name: 'pages after the timeout',
    serve: () => inFront(after(1_800), ({ target }) => /pageToken=./.test(target)),
    statuses: [3],
  },
  {
    name: 'submissions in parts, longer than the timeout',
    serve: () => inFront(inParts(20, 2_500), onExecute),
    statuses: [3],
  },
  {
    name: 'listings of 20 MB',
    serve: withTimeout(8_000, () => inFront(long(20 * megabyte), onUsers)),
    // Whether 8 seconds are enough for several such listings at once depends on the machine.
    statuses: [0, 3],
    saysIfInconclusive: /TARGET_BODY_LIMIT_MIB|TARGET_TIMEOUT_MS/,
  },
  {
    name: 'listings of 100 MB',
    serve: withTimeout(8_000, () => inFront(long(100 * megabyte), onUsers)),
    statuses: [3],
    saysIfInconclusive: /TARGET_BODY_LIMIT_MIB|TARGET_TIMEOUT_MS/,
  },
  { name: 'closes connections after an idle second', serve: behind(idleSecond), statuses: [0] },
  { name: 'reads from a new connection after 300 ms', serve: behind(slowAccept), statuses: [0] },
  {
    name: 'every second response closes its connection',
    serve: () => inFront(lastOf(2, true)),
    statuses: [0],
  },
  {
    name: 'every third response closes its connection without announcing it',
    serve: () => inFront(lastOf(3, false)),
    statuses: [0],
  },
  {
    name: 'listings after six seconds, at default settings',
    serve: () => inFront(after(6_000), onUsers),
    statuses: [3],
    atDefaults: true,
  },
  {
    name: '503 in bursts',
    serve: () => inFront(bursts(503)),
    statuses: [0, 3],
    saysIfInconclusive: /CONFORMANCE_CONCURRENCY/,
  },
  // The run slows down in each burst, and takes half a minute to be fast again.
  { name: '429 in bursts', serve: () => inFront(bursts(429)), statuses: [0], seconds: 400 },
];
