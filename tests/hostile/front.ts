import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as forward } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReference } from '../../reference/start.ts';
import type { Served } from './behaviour.ts';

/** A request as it came; `nth` counts those of the run from 1. */
export interface Asked {
  readonly method: string;
  readonly target: string;
  readonly head: string;
  readonly body: Buffer;
  readonly nth: number;
}

/** What the reference server answers to it. */
export interface Honest {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** Answers a request on the bare connection, well or badly. */
export type Misbehave = (socket: Socket, honest: Honest, asked: Asked) => void;

export type When = (asked: Asked) => boolean;

export const always: When = () => true;
export const onUsers: When = ({ target }) => target.includes('/users');
export const onExecute: When = ({ target }) => target.includes('/execute');
export const onTopology: When = ({ target }) => target.includes('/generate-topology');
export const oneIn =
  (count: number): When =>
  ({ nth }) =>
    nth % count === 0;
export const afterRequest =
  (count: number): When =>
  ({ nth }) =>
    nth > count;

/** An answer with the right length. */
export function whole({ status, headers, body }: Honest): Buffer {
  const kept = headers.filter(
    (line) => !/^(content-length|transfer-encoding|connection|keep-alive|date):/i.test(line),
  );
  const head = [`HTTP/1.1 ${status} Status`, ...kept, `Content-Length: ${body.length}`, '', ''];
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), body]);
}

/** The reference server behind something that misbehaves whenever `when` says so. */
export async function inFront(
  misbehave: Misbehave,
  when: When = always,
  listen: Listen = listening,
): Promise<Served> {
  const reference = await startReference();
  const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-hostile-'));
  const executeRequest = join(folder, 'execute-request.json');
  writeFileSync(executeRequest, JSON.stringify(reference.executeRequests));
  const agent = new Agent({ keepAlive: true });
  const origin = new URL(reference.baseUrl);
  let requests = 0;
  const answer = (socket: Socket, asked: Asked, done: () => void): void => {
    const lines = asked.head.split('\r\n').slice(1);
    const headers = lines.flatMap((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
    // Node's client sends no such header; a server may close the connection.
    if (headers.some((text, index) => index % 2 === 0 && !token.test(text)) || !token.test(asked.method)) {
      socket.destroy();
      return;
    }
    const onward = forward(
      { agent, host: origin.hostname, port: origin.port, method: asked.method, path: asked.target, headers },
      async (response) => {
        const body = Buffer.concat(await response.toArray());
        const raw = response.rawHeaders;
        const names = raw.filter((_, index) => index % 2 === 0);
        const honest = {
          status: response.statusCode ?? 0,
          headers: names.map((name, index) => `${name}: ${raw[index * 2 + 1]}`),
          body,
        };
        if (socket.destroyed) return;
        if (when(asked)) misbehave(socket, honest, asked);
        else socket.write(whole(honest));
        done();
      },
    );
    onward.on('error', () => socket.destroy());
    onward.end(asked.body);
  };
  const front = await listen((socket) => {
    eachRequest(socket, (asked, done) => {
      requests += 1;
      answer(socket, { ...asked, nth: requests }, done);
    });
  });
  return {
    settings: {
      ...reference.environment,
      TARGET_BASE_URL: `http://127.0.0.1:${front.port}`,
      TARGET_EXECUTE_REQUEST: executeRequest,
    },
    async close() {
      await front.close();
      agent.destroy();
      await reference.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** RFC 9110 section 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** The body of a request and how many bytes it takes on the connection; undefined until it is whole (RFC 9112 section 7.1). */
function contentOf(
  head: string,
  rest: Buffer,
): { readonly body: Buffer; readonly length: number } | undefined {
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) {
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    return rest.length < length ? undefined : { body: rest.subarray(0, length), length };
  }
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = rest.indexOf('\r\n', at);
    if (line === -1) return undefined;
    const size = Number.parseInt(rest.subarray(at, line).toString('latin1'), 16);
    const start = line + 2;
    if (rest.length < start + size + 2) return undefined;
    if (size === 0) return { body: Buffer.concat(chunks), length: start + 2 };
    chunks.push(rest.subarray(start, start + size));
    at = start + size + 2;
  }
}

/** Takes the requests of a connection apart, one after the other. */
function eachRequest(socket: Socket, take: (asked: Omit<Asked, 'nth'>, done: () => void) => void): void {
  let held = Buffer.alloc(0);
  let busy = false;
  let invited = false;
  const next = (): void => {
    const end = held.indexOf('\r\n\r\n');
    if (busy || end === -1) return;
    const head = held.subarray(0, end).toString('latin1');
    const content = contentOf(head, held.subarray(end + 4));
    if (content === undefined) {
      // Like every server of HTTP/1.1 (RFC 9110 section 10.1.1): a client would wait for nothing.
      if (!invited && /\r\nexpect: *100-continue/i.test(head)) socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      invited = true;
      return;
    }
    invited = false;
    const { body } = content;
    held = held.subarray(end + 4 + content.length);
    busy = true;
    const [method = '', target = ''] = head.split(' ');
    // Not a request of HTTP/1.1, such as what follows the preface of HTTP/2: a server may close the connection.
    if (!/^[\x21-\x7e]+$/.test(target)) {
      socket.destroy();
      return;
    }
    take({ method, target, head, body }, () => {
      busy = false;
      next();
    });
  };
  socket.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk]);
    next();
  });
}

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a server that hands over its connections. */
export type Listen = (onConnection: (socket: Socket, nth: number) => void) => Promise<Listening>;

/** A server on bare sockets of 127.0.0.1. */
export async function listening(
  onConnection: (socket: Socket, nth: number) => void,
  allowHalfOpen = false,
): Promise<Listening> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer({ allowHalfOpen }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    connections += 1;
    onConnection(socket, connections);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
