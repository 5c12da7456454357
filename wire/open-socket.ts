import type { Socket } from 'node:net';
import { buildConnector, Client } from 'undici';
import type { Settings, TargetSettings } from '../settings/settings.ts';
import type { Bounds } from './bounds.ts';
import { proxyOf, tlsOf } from './dispatcher.ts';

/** Opens a connection to the target, for requests that the HTTP client refuses to send. */
export type OpenSocket = () => Promise<Socket>;

/** How a run opens single connections: TLS and proxy as configured. */
export function socketOpenerOf(settings: Settings, target: TargetSettings, bounds: Bounds): OpenSocket {
  const { protocol, hostname, host, port } = new URL(target.baseUrl);
  const connect = buildConnector({ timeout: bounds.connectMs, ...tlsOf(target) });
  const proxy = proxyOf(settings, target);
  const to = { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), host, port };
  return async () => {
    const httpSocket = proxy === undefined ? undefined : await tunnel(proxy, `${hostname}:${port || 443}`);
    return new Promise((resolve, reject) => {
      connect(httpSocket === undefined ? to : { ...to, httpSocket }, (...result) => {
        const [error, socket] = result;
        // Typed as null, but the connector leaves it out where there is an error.
        if (socket) resolve(socket);
        else reject(error);
      });
    });
  };
}

/** A connection to the target through an HTTP proxy (RFC 9110 §9.3.6). */
async function tunnel(proxy: string, authority: string): Promise<Socket> {
  const { origin, username, password } = new URL(proxy);
  const account = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const { statusCode, socket } = await new Client(origin).connect({
    path: authority,
    headers: {
      host: authority,
      ...(account === ':'
        ? {}
        : { 'proxy-authorization': `Basic ${Buffer.from(account).toString('base64')}` }),
    },
  });
  if (statusCode === 200) return socket as Socket;
  socket.destroy();
  throw new Error('The proxy opened no tunnel.');
}
