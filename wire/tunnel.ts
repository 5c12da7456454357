import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { ProxyServer } from '../settings/proxies.ts';
import { UsageError } from '../settings/usage-error.ts';
import { Bounded } from './collected.ts';

/**
 * Opens a connection through an HTTP proxy, for `http:` targets too: what is sent through a tunnel arrives unchanged, while a
 * proxy rewrites the heads of requests that it forwards (CONNECT, RFC 9110 §9.3.6). Errors never contain the URL of the proxy,
 * which can contain a password.
 */
export function openTunnel(
  proxy: URL,
  to: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<Socket> {
  const authority = `${to.host.includes(':') ? `[${to.host}]` : to.host}:${to.port}`;
  const begin = proxy.protocol === 'https:' ? secureRequest : request;
  return new Promise((resolve, reject) => {
    const asking = begin(proxy.origin, {
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, connection: 'keep-alive', ...credentialsOf(proxy) },
      agent: false,
    });
    const abort = (): void => void asking.destroy(signal.reason as Error);
    signal.addEventListener('abort', abort);
    asking.on('connect', ({ statusCode = 0 }, socket, begun) => {
      signal.removeEventListener('abort', abort);
      if (statusCode >= 200 && statusCode < 300) {
        if (begun.length > 0) socket.unshift(begun);
        resolve(socket.setNoDelay(true));
      } else {
        socket.destroy();
        reject(new Bounded('closed', `The proxy responded ${statusCode} instead of opening a tunnel.`));
      }
    });
    asking.on('error', reject);
    asking.end();
  });
}

/** @throws UsageError if it is no URL of an HTTP proxy. */
export function checkedProxy({ url, variable }: ProxyServer): URL {
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) {
    const parsed = new URL(url);
    if (isDecodable(parsed.username) && isDecodable(parsed.password)) return parsed;
  }
  throw new UsageError([
    `${variable} is not the URL of an HTTP proxy. Give it as http://host:port, with special characters of a password percent-encoded, or unset it.`,
  ]);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const account = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(account).toString('base64')}` };
}
