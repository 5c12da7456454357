import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { planAsSuite } from '../../wire/as-sent.ts';
import { boundsFor } from '../../wire/bounds.ts';
import { type Connection, createConnections } from '../../wire/connections.ts';
import { sendOnce } from '../../wire/send.ts';
import { answer, type OnConnection, rawServer } from './raw-server.ts';

const ok = answer('200 OK', []);

/** A server that answers on at most `limit` connections at once and resets the others; it counts what it sees. */
async function limited(limit: number, room = Number.POSITIVE_INFINITY) {
  const open = new Set<Socket>();
  let most = 0;
  const onConnection: OnConnection = (socket) => {
    if (open.size >= limit) {
      socket.resetAndDestroy();
      return;
    }
    open.add(socket);
    most = Math.max(most, open.size);
    socket.on('close', () => open.delete(socket));
    socket.on('data', () => socket.write(ok));
  };
  const server = await rawServer(onConnection);
  const turned: number[] = [];
  const { hostname, port, host } = server.origin;
  const connections = createConnections(async () => connect({ host: hostname, port: Number(port) }), {
    room: () => room,
    turnedAway: (others) => turned.push(others),
  });
  onTestFinished(() => connections.close());
  const planned = planAsSuite(host, { method: 'GET', target: '/', headers: [] });
  const send = (connection: Connection) =>
    connections.use(connection, planned, (open) => sendOnce(open, planned, boundsFor(1_000)));
  return { connections, send, turned, server, mostOpen: () => most };
}

test('Kept requests one after the other share a connection; concurrent ones have one each.', async () => {
  const { send, server } = await limited(9);
  await send('kept');
  await send('kept');
  expect(server.received).toHaveLength(1);
  await Promise.all([send('kept'), send('kept'), send('kept')]);
  expect(server.received).toHaveLength(3);
});

test('Kept requests take turns over the open connections, since each may lead to another replica.', async () => {
  const { send, server } = await limited(9);
  await Promise.all([send('kept'), send('kept'), send('kept')]);
  for (let turn = 0; turn < 3; turn += 1) await send('kept');
  const requests = server.received.map((bytes) => bytes.toString().split('GET / ').length - 1);
  expect(requests).toEqual([2, 2, 2]);
});

test('A fresh request never uses a connection of another, and a line keeps its own.', async () => {
  const { connections, send, server } = await limited(9);
  await send('kept');
  await send('fresh');
  const line = connections.openLine();
  await send(line);
  await send(line);
  await line.close();
  expect(server.received).toHaveLength(3);
});

test('Requests that are sent on a line at the same time follow each other.', async () => {
  const { connections, send, server } = await limited(9);
  const line = connections.openLine();
  const outcomes = await Promise.all([1, 2, 3].map(() => send(line)));
  expect(outcomes.map(({ answer: got }) => got?.status)).toEqual([200, 200, 200]);
  expect(server.received).toHaveLength(1);
});

test('A new connection that is reset while others answer was one too many.', async () => {
  const { send, turned } = await limited(1);
  await send('kept');
  const { failure } = await send('fresh');
  expect(failure?.kind).toBe('closed');
  expect(turned).toEqual([1]);
});

test('Nothing is one too many where nothing else is open.', async () => {
  const { send, turned } = await limited(0);
  await send('fresh');
  expect(turned).toEqual([]);
});

test('Where there is room for one connection, an idle one ends before another opens, lines included.', async () => {
  const { connections, send, turned, mostOpen } = await limited(1, 1);
  const line = connections.openLine();
  const outcomes = [];
  for (const connection of ['kept', 'fresh', line, 'kept', line, 'fresh'] as const)
    outcomes.push(await send(connection));
  expect(outcomes.map(({ answer: got }) => got?.status)).toEqual(Array(6).fill(200));
  expect([turned, mostOpen()]).toEqual([[], 1]);
  await line.close();
});
