import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** What a raw server does with one connection; `nth` counts connections from 1. */
export type OnConnection = (socket: Socket, nth: number) => void;

export interface RawServer {
  readonly origin: URL;
  /** Bytes received on each connection, in the order of the connections. */
  readonly received: readonly Buffer[];
}

/** A TCP server on 127.0.0.1 that ends with the test and keeps every byte it was sent. */
export async function rawServer(onConnection: OnConnection): Promise<RawServer> {
  const received: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const nth = received.push(Buffer.alloc(0));
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      received[nth - 1] = Buffer.concat([received[nth - 1] ?? Buffer.alloc(0), chunk]);
    });
    onConnection(socket, nth);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The raw server has no port.');
  return { origin: new URL(`http://127.0.0.1:${address.port}`), received };
}

/** Answers each request on a connection with these bytes and leaves it open. */
export function answering(...bytes: readonly (string | Buffer)[]): OnConnection {
  return (socket) => {
    socket.on('data', () => {
      for (const part of bytes) socket.write(part);
    });
  };
}

/** The bytes of a whole answer with Content-Length. */
export function answer(status: string, headers: readonly string[], body: string | Buffer = ''): Buffer {
  const bytes = Buffer.from(body);
  const head = [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${bytes.length}`, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head), bytes]);
}

/** The only thing a server received, taken apart at the end of its head. */
export function onlyRequest({ received }: RawServer): { head: readonly string[]; body: Buffer } {
  const [bytes, ...others] = received.filter((each) => each.length > 0);
  if (bytes === undefined || others.length > 0) throw new Error('Not exactly one connection was used.');
  const end = bytes.indexOf('\r\n\r\n');
  return { head: bytes.subarray(0, end).toString('latin1').split('\r\n'), body: bytes.subarray(end + 4) };
}
