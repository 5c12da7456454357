import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { asked, bare, drip, saying, settingsFor } from '../bare.ts';
import type { Behaviour, Served } from '../behaviour.ts';
import {
  afterRequest,
  inFront,
  type Listening,
  listening,
  onExecute,
  oneIn,
  onTopology,
  onUsers,
  type When,
  whole,
} from '../front.ts';

const never = (): void => undefined;

async function nothingListens(): Promise<Served> {
  const { port, close } = await listening(never);
  await close();
  return { settings: settingsFor(`http://127.0.0.1:${port}`), close: async () => undefined };
}

/** TLS with a self-signed certificate. */
async function selfSigned(host: string): Promise<Served> {
  const read = (name: string): Buffer =>
    readFileSync(new URL(`../../cli/certificates/${name}`, import.meta.url));
  const server = createTlsServer(
    { key: read('localhost.key'), cert: read('localhost.pem') },
    (_, response) => {
      response.writeHead(200).end('{}');
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    settings: settingsFor(`https://${host}:${(server.address() as AddressInfo).port}`),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A process that a request ends: its connections are lost, and no more are taken. */
async function endsAt(when: When): Promise<Served> {
  let process: Listening | undefined;
  return inFront(
    () => void process?.close(),
    when,
    async (onConnection) => {
      process = await listening(onConnection);
      return process;
    },
  );
}

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

/** What happens to connections, before and between answers. */
export const connectionBehaviours: readonly Behaviour[] = [
  { name: 'nothing listens', serve: nothingListens, statuses: [3], sample: true },
  { name: 'accepts connections and never responds', serve: () => bare(never), statuses: [3] },
  { name: 'closes each connection immediately', serve: () => bare((socket) => socket.end()), statuses: [3] },
  {
    name: 'resets each connection immediately',
    serve: () => bare((socket) => socket.resetAndDestroy()),
    statuses: [3],
  },
  {
    name: 'reads a request, then resets',
    serve: () => bare(asked((socket) => socket.resetAndDestroy())),
    statuses: [3],
    sample: true,
  },
  {
    name: 'resets inside the status line',
    serve: () => bare(asked((socket) => socket.write('HTTP/1.', () => socket.resetAndDestroy()))),
    statuses: [3],
  },
  {
    name: 'resets inside the headers',
    serve: () => bare(asked((socket) => socket.write(head, () => socket.resetAndDestroy()))),
    statuses: [3],
  },
  {
    name: 'resets after the headers',
    serve: () =>
      bare(
        asked((socket) => socket.write(`${head}Content-Length: 5\r\n\r\n`, () => socket.resetAndDestroy())),
      ),
    statuses: [3],
  },
  {
    name: 'resets in the middle of each page',
    serve: () =>
      inFront((socket, honest) => {
        const bytes = whole(honest);
        socket.write(bytes.subarray(0, bytes.length - 20), () => socket.resetAndDestroy());
      }, onUsers),
    statuses: [1],
  },
  {
    name: 'resets one response in ten',
    serve: () => inFront((socket) => socket.resetAndDestroy(), oneIn(10)),
    statuses: [0],
  },
  {
    name: 'half-closes each connection and keeps reading',
    serve: () => bare((socket) => socket.end(), { allowHalfOpen: true }),
    statuses: [3],
  },
  {
    name: 'reads the request, sends half a response, and disappears',
    serve: () => bare(asked((socket) => socket.write(`${head}Content-Length: 50\r\n\r\n{"users":`))),
    statuses: [3],
  },
  {
    name: 'closes a kept-alive connection when the next request arrives',
    serve: async () => {
      const seen = new WeakMap<object, number>();
      return inFront((socket, honest) => {
        const nth = (seen.get(socket) ?? 0) + 1;
        seen.set(socket, nth);
        if (nth > 1) socket.destroy();
        else socket.write(whole(honest));
      });
    },
    statuses: [0, 1, 3],
  },
  {
    name: 'closes the connection after each response without announcing it',
    serve: () => inFront((socket, honest) => socket.end(whole(honest))),
    statuses: [0],
  },
  {
    name: 'responds before the request',
    serve: () => bare((socket) => socket.write(`${head}Content-Length: 2\r\n\r\n{}`)),
    statuses: [1, 3],
  },
  {
    name: 'responds to each request twice',
    serve: () =>
      inFront((socket, honest) => socket.write(Buffer.concat([whole(honest), whole(honest)])), onUsers),
    statuses: [0, 1, 3],
  },
  {
    name: 'crashes after 200 requests',
    serve: () => inFront((socket) => socket.destroy(), afterRequest(200)),
    statuses: [3],
    sample: true,
  },
  {
    name: 'crashes on one request and accepts no more connections',
    serve: () => endsAt(({ body }) => body.includes('"confirmationThreshold":true')),
    statuses: [3],
    saysIfInconclusive: /The target stopped answering[\s\S]*GT-REQ-THRESHOLD-TYPE · generate-topology/,
  },
  {
    name: 'is down for two seconds, then returns',
    serve: async () => {
      let dead: number | undefined;
      return inFront((socket, honest) => {
        dead ??= performance.now() + 2_000;
        if (performance.now() < dead) socket.destroy();
        else socket.write(whole(honest));
      }, afterRequest(200));
    },
    statuses: [0, 3],
  },
  {
    name: 'stops responding after 300 requests, connections open',
    serve: () => inFront(never, afterRequest(300)),
    statuses: [3],
  },
  {
    name: 'one operation stops responding after 60 requests',
    serve: async () => {
      let topologies = 0;
      return inFront(never, (asked) => {
        if (onTopology(asked)) topologies += 1;
        return onTopology(asked) && topologies > 60;
      });
    },
    statuses: [1],
  },
  {
    name: 'one operation closes its connections for ten seconds, then returns',
    serve: async () => {
      let submissions = 0;
      let backAt: number | undefined;
      return inFront(
        (socket) => socket.destroy(),
        (asked) => {
          if (onExecute(asked)) submissions += 1;
          if (!onExecute(asked) || submissions <= 60) return false;
          backAt ??= performance.now() + 10_000;
          return performance.now() < backAt;
        },
      );
    },
    statuses: [0, 3],
  },
  {
    name: 'never responds to a listing',
    serve: () => inFront(never, onUsers),
    statuses: [1],
  },
  {
    name: 'never responds to a submission that succeeds',
    serve: () => inFront((socket, honest) => honest.status !== 200 && socket.write(whole(honest)), onExecute),
    statuses: [1],
  },
  {
    name: 'never responds to a topology that succeeds, at default settings',
    serve: () =>
      inFront((socket, honest) => honest.status !== 200 && socket.write(whole(honest)), onTopology),
    statuses: [1],
    atDefaults: true,
  },
  {
    name: 'TLS with a self-signed certificate',
    serve: () => selfSigned('localhost'),
    statuses: [3],
    sample: true,
  },
  { name: 'TLS with a certificate for another host', serve: () => selfSigned('127.0.0.1'), statuses: [3] },
  {
    name: 'a TLS handshake that never completes',
    serve: () => bare(never, { scheme: 'https' }),
    statuses: [3],
  },
  {
    name: 'plain HTTP where TLS is expected',
    serve: () => bare(saying(`${head}Content-Length: 2\r\n\r\n{}`), { scheme: 'https' }),
    statuses: [3],
  },
  {
    name: 'endless random TLS records',
    serve: () => bare((socket) => drip(socket, () => Buffer.alloc(999, 0x16), 5), { scheme: 'https' }),
    statuses: [3],
  },
];
