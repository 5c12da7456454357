import { isUnclosed } from '../../../generators/unclosed-text.ts';
import { asked, bare, drip } from '../bare.ts';
import type { Behaviour, Served } from '../behaviour.ts';
import {
  afterRequest,
  always,
  inFront,
  type Misbehave,
  onExecute,
  oneIn,
  onTopology,
  onUsers,
  type When,
  whole,
} from '../front.ts';
import { after } from '../late.ts';

const json = 'Content-Type: application/json';
const busy = JSON.stringify({ code: 'BUSY', cause: 'later', context: {}, errorCategory: 2 });

function refuses(status: number, headers: readonly string[], when: When) {
  const misbehave: Misbehave = (socket) =>
    socket.write(whole({ status, headers: [json, ...headers], body: Buffer.from(busy) }));
  return () => inFront(misbehave, when);
}

function withHeaders(...headers: readonly string[]) {
  return () =>
    inFront((socket, honest) => socket.write(whole({ ...honest, headers: [...honest.headers, ...headers] })));
}

const trickled: Misbehave = (socket, honest) => {
  const bytes = whole(honest);
  drip(socket, (nth) => bytes.subarray(nth, nth + 1), 100);
};

/** Each text that ends too early occupies one of so few threads for good; without a free one, nothing is answered. */
async function fewThreads(threads: number): Promise<Served> {
  let blocked = 0;
  // Compressed bytes are no text that begins.
  const waitsForMore = (text: string): boolean => /^\s*[[{]/.test(text) && isUnclosed(text);
  const misbehave: Misbehave = (socket, honest, { body }) => {
    if (blocked < threads && !waitsForMore(body.toString())) socket.write(whole(honest));
    else blocked += 1;
  };
  const served = await inFront(misbehave);
  return {
    ...served,
    afterwards() {
      if (blocked >= threads) throw new Error(`The run blocked all ${threads} threads.`);
    },
  };
}

/** Answers that come late, never, or at a time of their own. */
export const timeBehaviours: readonly Behaviour[] = [
  {
    name: 'a truncated body blocks one of six threads',
    serve: () => fewThreads(6),
    statuses: [1],
    sample: true,
  },
  {
    name: 'one byte per second',
    serve: () => bare(asked((socket) => drip(socket, () => 'H', 1_000))),
    statuses: [3],
  },
  {
    name: 'listings at ten bytes per second',
    serve: () => inFront(trickled, onUsers),
    statuses: [3],
  },
  {
    name: 'one response in fifty at ten bytes per second',
    serve: () => inFront(trickled, oneIn(50)),
    statuses: [0, 1, 3],
  },
  {
    name: 'every third response is delayed',
    serve: () => inFront(after(300), oneIn(3)),
    statuses: [0],
  },
  {
    name: 'one response in thirty never comes',
    serve: () => inFront(() => undefined, oneIn(30)),
    statuses: [0, 1, 3],
  },
  {
    name: 'slower with each request',
    serve: () => inFront(after((nth) => nth * 4)),
    statuses: [1, 3],
  },
  { name: '429 forever', serve: refuses(429, [], always), statuses: [3] },
  { name: '429 forever from one operation', serve: refuses(429, ['Retry-After: 0'], onUsers), statuses: [3] },
  {
    name: '429 forever after a while',
    serve: refuses(
      429,
      ['Retry-After: 1'],
      ({ nth, target }) =>
        nth > 300 && onTopology({ target, nth, method: '', head: '', body: Buffer.alloc(0) }),
    ),
    statuses: [1, 3],
  },
  {
    name: '429 with a Retry-After of thirty years',
    serve: refuses(429, ['Retry-After: 999999999'], onUsers),
    statuses: [3],
  },
  {
    name: 'one 429 in five, with a date in Retry-After',
    serve: refuses(429, ['Retry-After: Fri, 31 Dec 9999 23:59:59 GMT'], oneIn(5)),
    statuses: [0],
  },
  {
    name: '503 forever from one operation',
    serve: refuses(503, ['Retry-After: -1'], onExecute),
    statuses: [3],
  },
  {
    name: '401 forever after a while',
    serve: refuses(401, [], afterRequest(200)),
    statuses: [1, 3],
  },
  {
    name: 'a Date of 1970',
    serve: withHeaders('Date: Thu, 01 Jan 1970 00:00:00 GMT', 'Expires: 0', 'Age: -1'),
    statuses: [0],
  },
  {
    name: 'a Date of the year 9999, and an invalid one',
    serve: withHeaders('Date: Fri, 31 Dec 9999 23:59:59 GMT', 'Date: yesterday'),
    statuses: [0],
  },
  {
    name: 'a Keep-Alive of zero, and a huge one',
    serve: withHeaders('Connection: keep-alive', 'Keep-Alive: timeout=0, max=0'),
    statuses: [0],
  },
  {
    name: 'headers without their bodies',
    serve: () =>
      inFront(
        (socket) => socket.write(`HTTP/1.1 200 OK\r\n${json}\r\nContent-Length: 10\r\n\r\n`),
        onExecute,
      ),
    statuses: [1],
  },
];
