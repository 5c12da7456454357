import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Listen } from './front.ts';

/** What happens to a connection above the limit. */
export type TurnAway = 'refuse' | 'reset' | 'close' | 'wait' | '503';

const body = JSON.stringify({ code: 'BUSY', cause: 'Too many connections.', context: {}, errorCategory: 2 });
const busy = `HTTP/1.1 503 Busy\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** A server on bare sockets with at most so many connections at once. */
export function atMost(limit: number, turnAway: TurnAway): Listen {
  return async (onConnection) => {
    const open = new Set<Socket>();
    const waiting: Socket[] = [];
    let connections = 0;
    let port = 0;
    const server = createServer({ pauseOnConnect: true }, (socket) => {
      socket.on('error', () => undefined);
      if (open.size < limit) serve(socket);
      else turn[turnAway](socket);
    });
    const serve = (socket: Socket): void => {
      if (socket.destroyed) {
        next();
        return;
      }
      open.add(socket);
      socket.on('close', () => {
        open.delete(socket);
        next();
      });
      connections += 1;
      onConnection(socket, connections);
      socket.resume();
      // A socket that listens refuses nothing by itself.
      if (turnAway === 'refuse' && open.size >= limit) server.close();
    };
    const next = (): void => {
      const first = waiting.shift();
      if (first !== undefined) serve(first);
      if (turnAway === 'refuse' && !server.listening && port !== 0) server.listen(port, '127.0.0.1');
    };
    const turn: Readonly<Record<TurnAway, (socket: Socket) => void>> = {
      refuse: (socket) => socket.resetAndDestroy(),
      reset: (socket) => socket.resetAndDestroy(),
      close: (socket) => socket.destroy(),
      wait: (socket) => waiting.push(socket),
      '503': (socket) => {
        socket.once('data', () => socket.end(busy));
        socket.resume();
      },
    };
    port = await listenOn(server);
    return {
      port,
      async close() {
        port = 0;
        for (const socket of [...open, ...waiting]) socket.destroy();
        if (server.listening) await new Promise((resolve) => server.close(resolve));
      },
    };
  };
}

/** A server that ends all connections and refuses new ones for a while, each time it has read so many requests. */
export function restarting(times: number, every: number, ms: number): Listen {
  return async (onConnection) => {
    const open = new Set<Socket>();
    let [connections, requests, restarts, port] = [0, 0, 0, 0];
    const server = createServer((socket) => {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => open.delete(socket));
      socket.on('data', () => {
        requests += 1;
        if (restarts < times && requests >= every * (restarts + 1)) restart();
      });
      connections += 1;
      onConnection(socket, connections);
    });
    const restart = (): void => {
      restarts += 1;
      server.close();
      for (const socket of open) socket.resetAndDestroy();
      setTimeout(() => port !== 0 && server.listen(port, '127.0.0.1'), ms);
    };
    port = await listenOn(server);
    return {
      port,
      async close() {
        port = 0;
        for (const socket of open) socket.destroy();
        if (server.listening) await new Promise((resolve) => server.close(resolve));
      },
    };
  };
}

async function listenOn(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
