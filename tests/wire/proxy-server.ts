import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** An HTTP proxy on 127.0.0.1 that ends with the test. */
export interface TestProxy {
  /** `host:port`, for the URL. */
  readonly authority: string;
  /** The tunnels that were asked for. */
  readonly asked: readonly { readonly authority: string; readonly authorization: string | undefined }[];
  /** Requests that were not for a tunnel. */
  readonly forwarded: readonly string[];
}

/** A proxy whose tunnels all lead to one port of 127.0.0.1, whatever was asked for, or which refuses them with a status. */
export async function proxyServer(
  tunnels: { readonly port: number } | { readonly status: number } | 'never',
): Promise<TestProxy> {
  const asked: TestProxy['asked'][number][] = [];
  const forwarded: string[] = [];
  const server = createServer((request, response) => {
    forwarded.push(request.url ?? '');
    response.writeHead(500).end();
  });
  const sockets = new Set<Socket>();
  server.on('connect', ({ url = '', headers }: IncomingMessage, client: Socket) => {
    asked.push({ authority: url, authorization: headers['proxy-authorization'] });
    sockets.add(client);
    client.on('error', () => undefined);
    if (tunnels === 'never') return;
    if ('status' in tunnels) {
      client.end(`HTTP/1.1 ${tunnels.status} Refused\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const upstream = connect(tunnels.port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(upstream).pipe(client);
    });
    upstream.on('error', () => client.destroy());
    client.on('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  return { authority: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked, forwarded };
}
