import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import connectorOfUndici from 'undici/lib/core/connect.js';
import { Bounded } from './collected.ts';

/** Where a connection leads, as undici asks for it. */
type Destination = Pick<buildConnector.Options, 'protocol' | 'host' | 'port'>;

/**
 * Opens connections through an HTTP proxy, for `http:` targets too: what is sent through a tunnel arrives unchanged, while a
 * proxy rewrites the heads of requests that it forwards. TLS is between this process and the target.
 */
export function throughProxy(
  proxy: URL,
  how: buildConnector.BuildOptions & { readonly timeout: number },
): buildConnector.connector {
  const secured = connectorOfUndici(how);
  return (options, callback) => {
    openTunnel(proxy, options, how.timeout).then(
      (httpSocket) => {
        if (options.protocol === 'https:') secured({ ...options, httpSocket }, callback);
        else callback(null, httpSocket);
      },
      (error: Error) => callback(error, null),
    );
  };
}

/**
 * CONNECT (RFC 9110 §9.3.6). Sent with Node's client: that of undici tries for ever if the proxy closes the connection without
 * a response. Errors never contain the URL of the proxy, which can contain a password.
 */
function openTunnel(proxy: URL, destination: Destination, timeoutMs: number): Promise<Socket> {
  const authority = authorityOf(destination);
  const begin = proxy.protocol === 'https:' ? secureRequest : request;
  return new Promise((resolve, reject) => {
    const asking = begin(proxy.origin, {
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, connection: 'keep-alive', ...credentialsOf(proxy) },
      agent: false,
    });
    const timer = setTimeout(
      () => asking.destroy(new Bounded('refused', `No connection within ${timeoutMs} ms.`)),
      timeoutMs,
    );
    asking.on('connect', ({ statusCode = 0 }, socket, begun) => {
      clearTimeout(timer);
      if (statusCode >= 200 && statusCode < 300) {
        if (begun.length > 0) socket.unshift(begun);
        resolve(socket.setNoDelay(true));
      } else {
        socket.destroy();
        reject(new Bounded('closed', `The proxy responded ${statusCode} instead of opening a tunnel.`));
      }
    });
    asking.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    asking.end();
  });
}

function authorityOf({ protocol, host = '', port }: Destination): string {
  return port === '' ? `${host}:${protocol === 'https:' ? 443 : 80}` : host;
}

function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const account = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(account).toString('base64')}` };
}
