import { readFileSync } from 'node:fs';
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { startReference } from '../../reference/start.ts';

/** Listens on a free port of 127.0.0.1 until the test has ended; gives the port. */
async function portOf(server: TcpServer | Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A web server that is no ledger. */
export async function webServer(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await portOf(createServer(listener))}`;
}

/** A TLS server with a self-signed certificate for localhost; its key is used for nothing else. */
export async function tlsServer(): Promise<number> {
  const read = (name: string): Buffer => readFileSync(new URL(`certificates/${name}`, import.meta.url));
  return portOf(
    createTlsServer({ key: read('localhost.key'), cert: read('localhost.pem') }, (_request, response) => {
      response.writeHead(404).end();
    }) as unknown as TcpServer,
  );
}

/** Says something that is not HTTP, as a gRPC port does with its first frame. */
export async function notHttp(): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])));
  });
  return `http://127.0.0.1:${await portOf(server)}`;
}

/** The reference server behind something that changes its answers; settings of a run against that. */
export async function changedReference(
  change: (response: ServerResponse, request: IncomingMessage) => void,
): Promise<Record<string, string>> {
  const server = await startReference();
  onTestFinished(() => server.close());
  const target = new URL(server.baseUrl);
  const baseUrl = await webServer((request, response) => {
    const onward = forward(
      {
        host: target.hostname,
        port: target.port,
        path: request.url,
        method: request.method,
        headers: request.headers,
      },
      (answer) => {
        response.statusCode = answer.statusCode ?? 500;
        for (const [name, value] of Object.entries(answer.headers))
          if (value !== undefined) response.setHeader(name, value);
        change(response, request);
        answer.pipe(response);
      },
    );
    request.pipe(onward);
  });
  return { ...server.environment, TARGET_BASE_URL: baseUrl };
}
