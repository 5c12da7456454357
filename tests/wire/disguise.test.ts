import { createServer } from 'node:http';
import { connect, createServer as createSocketServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { boundsFor } from '../../wire/bounds.ts';
import { type Client, clients } from '../../wire/clients.ts';
import { createLimiter } from '../../wire/limiter.ts';
import { inItsStyle, type OperationRequest } from '../../wire/plan-request.ts';
import { createRedactor } from '../../wire/redact.ts';
import { createWire, type Wire, type WireParts } from '../../wire/wire.ts';

/** What a server saw of a request: its headers as they were written, and on which connection. */
interface Seen {
  readonly head: readonly string[];
  readonly userAgent: string | undefined;
  readonly socket: Socket;
}

async function listening(): Promise<{ readonly port: number; readonly seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    request.resume();
    const names = request.rawHeaders.filter((_, index) => index % 2 === 0);
    seen.push({ head: names, userAgent: request.headers['user-agent'], socket: request.socket });
    request.on('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { port: address.port, seen };
}

function wireTo(port: number, more: Partial<WireParts> = {}): Wire {
  const wire = createWire({
    baseUrl: `http://127.0.0.1:${port}`,
    openSocket: async () => connect({ host: '127.0.0.1', port }),
    bounds: boundsFor(2_000),
    limiter: createLimiter(4),
    redactor: createRedactor(),
    gateway: [],
    userAgent: 'the-suite/1',
    ...more,
  });
  onTestFinished(() => wire.close());
  return wire;
}

const disguise = 'seed/nonce';

/** A client that keeps its connections. */
function keeping(): Client {
  const found = clients.find(({ id }) => id === 'axios');
  if (found === undefined) throw new Error('There is no such client.');
  return found;
}
const body = Buffer.from('{"a":1}');

/** Every way in which the suite sends a request. */
const sorts: Readonly<Record<string, (wire: Wire) => OperationRequest>> = {
  plain: () => ({ body }),
  'with headers of its own': () => ({ body, headers: [['X-Own', '1']] }),
  'on a fresh connection': () => ({ body, connection: 'fresh' }),
  'on a line': (wire) => ({ body, connection: wire.openLine() }),
  'in chunks on a line': (wire) => ({ body, connection: wire.openLine(), isChunked: true }),
  'byte by byte': () => ({ body, written: {} }),
  'with another method': () => ({ method: 'PUT' }),
};

test.each(Object.entries(sorts))('A disguised request %s does not name the suite.', async (_, make) => {
  const { port, seen } = await listening();
  const wire = wireTo(port, { disguise });
  for (let at = 0; at < 12; at += 1) await wire.send(`x#${at}`, 'execute-submission', make(wire), []);
  expect(seen).toHaveLength(12);
  for (const { head, userAgent } of seen) {
    expect(userAgent ?? '').not.toContain('suite');
    // The shared HTTP client writes two names in small letters, whatever the others look like.
    const [host, connection, ...others] = head;
    if (host === 'host' && connection === 'connection')
      expect(others.filter((name) => name !== name.toLowerCase())).toEqual([]);
  }
});

test('Without a disguise, requests name the suite.', async () => {
  const { port, seen } = await listening();
  await wireTo(port).send('x#1', 'execute-submission', { body }, []);
  expect(seen[0]?.userAgent).toBe('the-suite/1');
});

test('What is recorded is what the server receives, in order and spelling.', async () => {
  const { port, seen } = await listening();
  const wire = wireTo(port, { disguise });
  for (let at = 0; at < 40; at += 1) {
    const { request } = await wire.send(`x#${at}`, 'execute-submission', { body }, [
      ['Authorization', 'Bearer t'],
    ]);
    expect(seen.at(-1)?.head).toEqual(request.headers.map(([name]) => name));
  }
  expect(new Set(seen.map(({ head }) => head.join())).size).toBeGreaterThan(6);
});

test('A client keeps its connections, and shares them with no other client.', async () => {
  const { port, seen } = await listening();
  const wire = wireTo(port, { disguise });
  const [one, other] = clients.filter(({ id }) => id === 'axios' || id === 'go');
  if (one === undefined || other === undefined) throw new Error('There are no such clients.');
  const as = (client: typeof one, key: string): OperationRequest => ({
    body,
    style: { client, key, run: 'r' },
  });
  for (const [at, client] of [one, other, one, one, other].entries())
    expect((await wire.send(`x#${at}`, 'execute-submission', as(client, `${at}`), [])).answer?.status).toBe(
      200,
    );
  const [a, b, c, d, e] = seen.map(({ socket }) => socket);
  expect([c === a, d === a, e === b, a === b]).toEqual([true, true, true, false]);
});

test('A connection that carries many requests gathers no listeners.', async () => {
  const { port, seen } = await listening();
  const sockets = new Set<Socket>();
  const openSocket = async (): Promise<Socket> => {
    const socket = connect({ host: '127.0.0.1', port });
    sockets.add(socket);
    return socket;
  };
  const wire = wireTo(port, { disguise, openSocket });
  const client = keeping();
  const counts: number[] = [];
  for (let at = 0; at < 30; at += 1) {
    await wire.send(`x#${at}`, 'execute-submission', { body, style: { client, key: `${at}`, run: 'r' } }, []);
    const [socket] = sockets;
    counts.push(
      ['end', 'close', 'error', 'free'].reduce((sum, name) => sum + (socket?.listenerCount(name) ?? 0), 0),
    );
  }
  expect(seen).toHaveLength(30);
  expect(sockets.size).toBe(1);
  expect(counts.at(-1)).toBe(counts[2]);
});

test.each(
  clients
    .filter(({ connection, isBrief }) => connection === 'close' || isBrief)
    .map((client) => [client.id, client] as const),
)('A client that closes its connection gets another one each time: %s.', async (_, client) => {
  const { port, seen } = await listening();
  const wire = wireTo(port, { disguise });
  for (const key of ['a', 'b'])
    await wire.send(key, 'execute-submission', { body, style: { client, key, run: 'r' } }, []);
  expect(seen[0]?.socket).not.toBe(seen[1]?.socket);
});

test('A connection that the server has ended is not used again.', async () => {
  const { port, seen } = await listening();
  const wire = wireTo(port, { disguise });
  const client = keeping();
  const send = (key: string) =>
    wire.send(key, 'execute-submission', { body, style: { client, key, run: 'r' } }, []);
  await send('a');
  seen[0]?.socket.end();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await send('b')).answer?.status).toBe(200);
  expect(seen[1]?.socket).not.toBe(seen[0]?.socket);
});

test('A connection that speaks another protocol is closed, and a reset of it is no error.', async () => {
  const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n';
  const server = createSocketServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => {
      socket.write(upgrade);
      setTimeout(() => socket.resetAndDestroy(), 50);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const { port } = address;
  const sockets: Socket[] = [];
  const openSocket = async (): Promise<Socket> => {
    const socket = connect({ host: '127.0.0.1', port });
    sockets.push(socket);
    return socket;
  };
  const wire = wireTo(port, { disguise, openSocket });
  const client = keeping();
  const { answer } = await wire.send(
    'x',
    'execute-submission',
    { body, style: { client, key: 'x', run: 'r' } },
    [],
  );
  expect(answer?.status).toBe(101);
  // Behind the reset: an error of a connection that nobody watches would end the process.
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true]);
});

test('A client goes on where it has sent most, so that some connections live long.', async () => {
  const { port, seen } = await listening();
  const wire = wireTo(port, { disguise });
  const send = (key: string) =>
    wire.send(key, 'execute-submission', { body, style: { client: keeping(), key, run: 'r' } }, []);
  await Promise.all(['a', 'b', 'c'].map(send));
  for (let at = 0; at < 12; at += 1) await send(`${at}`);
  const counts = [...new Set(seen.map(({ socket }) => socket))].map(
    (socket) => seen.filter((each) => each.socket === socket).length,
  );
  expect(counts.sort((a, b) => b - a)).toEqual([13, 1, 1]);
});

test('Where the target takes one connection, that of a client ends before another opens its own.', async () => {
  const { port, seen } = await listening();
  const wire = wireTo(port, { disguise, isCrowded: true, limiter: createLimiter(1) });
  for (const client of clients.filter(({ isBrief }) => isBrief !== true).slice(0, 3)) {
    await wire.send(client.id, 'execute-submission', { body, style: { client, key: 'k', run: 'r' } }, []);
    expect(seen.filter(({ socket }) => !socket.destroyed)).toHaveLength(1);
  }
});

test('The style follows from the run and the id of the exchange, and putting it on twice changes nothing.', () => {
  const worn = inItsStyle({ disguise }, 'x#1', { body });
  expect(inItsStyle({ disguise }, 'x#1', { body })).toEqual(worn);
  expect(inItsStyle({ disguise }, 'x#1', worn)).toBe(worn);
  const ids = (run: string) =>
    Array.from(
      { length: 40 },
      (_, at) => inItsStyle({ disguise: run }, `x#${at}`, { body }).style?.client.id,
    );
  expect(ids('one')).not.toEqual(ids('other'));
  expect(new Set(ids('one')).size).toBeGreaterThan(6);
});

test.each(['suite', 'disguise'] as const)(
  'A fixed User-Agent is the only one, once in each request (%s).',
  async (as) => {
    const { port, seen } = await listening();
    const fixedUserAgent = 'gateway-probe/1.0 (Example Ltd)';
    const wire = wireTo(port, { fixedUserAgent, ...(as === 'disguise' ? { disguise } : {}) });
    for (let at = 0; at < 30; at += 1) await wire.send(`x#${at}`, 'execute-submission', { body }, []);
    expect(new Set(seen.map(({ userAgent }) => userAgent))).toEqual(new Set([fixedUserAgent]));
    for (const { head } of seen)
      expect(head.filter((name) => name.toLowerCase() === 'user-agent')).toHaveLength(1);
  },
);
