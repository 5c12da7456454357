import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { openAccess } from '../../engine/open-session.ts';
import { askAtEnd, type FinalLiveness } from '../../preflight/final-liveness.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { readSettings } from '../../settings/settings.ts';
import { type Asked, answeringServer, type Reply } from '../wire/answering-server.ts';
import { rawServer } from '../wire/raw-server.ts';

const token = { TARGET_TOKEN: 'e30.eyJzdWIiOiJzb21lYm9keSJ9.a-signature-of-some-length' };

/** Shorter than in a run, but on a loaded machine a server may take this long to answer. */
const timeoutMs = 500;

/** Time for two rounds of requests that are never answered. */
const waits = { pauseMs: 100, awayMs: 6 * timeoutMs };

async function askedAtEnd(
  baseUrl: string,
  unanswered: readonly Operation[] = [],
  credential: Readonly<Record<string, string>> = token,
): Promise<FinalLiveness> {
  const settings = readSettings({
    TARGET_BASE_URL: baseUrl,
    TARGET_TIMEOUT_MS: String(timeoutMs),
    ...credential,
  });
  const { target } = settings;
  if (target === undefined) throw new Error('There is no target.');
  return askAtEnd(() => openAccess(settings, target), unanswered, waits);
}

const nothing: FinalLiveness = { isGone: false, stopped: {}, exchanges: [] };

test('A target that answers is asked one thing, whatever it answers.', async () => {
  const asked: Operation[] = [];
  const refuse = ({ operation }: Asked): Reply => {
    asked.push(operation);
    return { status: 503, body: {} };
  };
  expect(await askedAtEnd(await answeringServer(refuse))).toEqual(nothing);
  expect(asked).toEqual(['list-users']);
});

test.each([
  ['closes every connection', (destroy: () => void) => destroy()],
  ['never answers', () => undefined],
])('A target that %s has gone: every operation shows it.', async (_, onConnection) => {
  const { origin } = await rawServer((socket) => onConnection(() => socket.destroy()));
  const { isGone, stopped, exchanges } = await askedAtEnd(origin.origin, ['list-users']);
  expect({ isGone, stopped }).toEqual({ isGone: true, stopped: {} });
  expect(exchanges.map(({ id, answer }) => `${id} ${answer?.status ?? 'none'}`)).toEqual([
    'final-liveness@list-users/1 none',
    'final-liveness@generate-topology/1 none',
    'final-liveness@execute-submission/1 none',
    'final-liveness@list-users/2 none',
  ]);
});

test('If there is no token any more, nothing is sent and nothing is concluded.', async () => {
  const { origin, received } = await rawServer((socket) => socket.destroy());
  expect(await askedAtEnd(origin.origin, [], { TARGET_TOKEN_COMMAND: 'exit 1' })).toEqual(nothing);
  expect(received).toEqual([]);
});

test('A target that answers on one operation still is there.', async () => {
  const { origin } = await rawServer((socket) => {
    socket.on('data', (bytes) => {
      if (bytes.toString().startsWith('GET')) socket.destroy();
      else socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n');
    });
  });
  expect(await askedAtEnd(origin.origin)).toEqual(nothing);
});

const endings = {
  'is never answered': () => undefined,
  'closes its connection': (socket: Socket) => socket.destroy(),
  'ends in the middle': (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{'),
} as const;

/** A server whose operations answer 400; executing ends in its own way as long as `isAway`. */
async function serverWith(
  end: (socket: Socket) => unknown,
  isAway: () => boolean = () => true,
): Promise<string> {
  const { origin } = await rawServer((socket) => {
    socket.on('data', (bytes) => {
      if (bytes.toString().includes('/execute ') && isAway()) end(socket);
      else socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n');
    });
  });
  return origin.origin;
}

test.each(Object.entries(endings))('An operation whose every request %s has stopped.', async (_, end) => {
  const { isGone, stopped, exchanges } = await askedAtEnd(await serverWith(end), [
    'execute-submission',
    'list-users',
  ]);
  expect(isGone).toBe(false);
  expect(Object.keys(stopped)).toEqual(['execute-submission']);
  const shown = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const ids = stopped['execute-submission'] ?? [];
  expect(ids.length).toBeGreaterThan(3);
  expect(ids.every((id) => shown.get(id)?.failure !== undefined)).toBe(true);
  expect(exchanges.some(({ answer }) => answer?.status === 400)).toBe(true);
});

test.each(Object.entries(endings))(
  'An operation that %s only for a while has not stopped.',
  async (_, end) => {
    let asked = 0;
    const baseUrl = await serverWith(end, () => {
      asked += 1;
      return asked <= 4;
    });
    expect(await askedAtEnd(baseUrl, ['execute-submission'])).toEqual(nothing);
    expect(asked).toBeGreaterThan(4);
  },
);

test('One response among several shows that an operation has not stopped.', async () => {
  let asked = 0;
  const baseUrl = await serverWith(endings['is never answered'], () => {
    asked += 1;
    return asked % 3 !== 0;
  });
  expect(await askedAtEnd(baseUrl, ['execute-submission'])).toEqual(nothing);
});

test.each([
  ['says "not now"', 'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n'],
  ['is slow, but still arriving', 'HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n'],
])('An operation that %s has not stopped.', async (_, text) => {
  const timers: NodeJS.Timeout[] = [];
  const baseUrl = await serverWith((socket) => {
    socket.write(text);
    timers.push(setInterval(() => socket.write('{'), 20));
  });
  expect(await askedAtEnd(baseUrl, ['execute-submission'])).toEqual(nothing);
  for (const timer of timers) clearInterval(timer);
});

test('Where the others stop too before the end, nothing is known about the operation.', async () => {
  let isDead = false;
  const { origin } = await rawServer((socket) => {
    socket.on('data', (bytes) => {
      if (bytes.toString().includes('/execute ')) isDead = true;
      if (!isDead) socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n');
    });
  });
  expect(await askedAtEnd(origin.origin, ['execute-submission'])).toEqual(nothing);
});
