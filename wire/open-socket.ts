import { createPrivateKey, X509Certificate } from 'node:crypto';
import { type LookupAddress, lookup } from 'node:dns';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls';
import { type ProxyServer, proxyFor } from '../settings/proxies.ts';
import { readNamedFile } from '../settings/read-file.ts';
import type { Settings, TargetSettings } from '../settings/settings.ts';
import { UsageError } from '../settings/usage-error.ts';
import type { Bounds } from './bounds.ts';
import { Bounded } from './collected.ts';

/** Opens a connection to the target: through the proxy and with TLS, as configured. */
export type OpenSocket = () => Promise<Socket>;

/**
 * How a run opens connections. Loopback addresses never use a proxy.
 * @throws UsageError if a file cannot be read or used, or the proxy is not a URL.
 */
export function socketOpenerOf(
  settings: Pick<Settings, 'proxies'>,
  target: TargetSettings,
  bounds: Bounds,
): OpenSocket {
  const { protocol, hostname, port } = new URL(target.baseUrl);
  const isTls = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const to = { host, port: port === '' ? (isTls ? 443 : 80) : Number(port) };
  const proxy = proxyFor(target.baseUrl, settings.proxies);
  const through = proxy === undefined ? undefined : checkedProxy(proxy);
  const open = (signal: AbortSignal): Promise<Socket> =>
    through === undefined ? openTcp(to, signal) : openTunnel(through, to, signal);
  if (!isTls) return () => within(bounds.connectMs, 'connection', open);
  const secure = createTls(host, secureContextOf(target));
  return async () => {
    const transport = await within(bounds.connectMs, 'connection', open);
    return within(bounds.connectMs, 'TLS handshake', (signal) => secure(transport, signal));
  };
}

/** @throws Bounded if there is none in time; what was begun is then aborted. */
async function within(
  ms: number,
  what: 'connection' | 'TLS handshake',
  open: (signal: AbortSignal) => Promise<Socket>,
): Promise<Socket> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), ms);
  try {
    return await open(late.signal);
  } catch (error) {
    const code = what === 'connection' ? undefined : 'TLS_HANDSHAKE_TIMEOUT';
    if (late.signal.aborted) throw new Bounded('refused', `No ${what} within ${ms} ms.`, code);
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET' || error instanceof Bounded) throw error;
    // Nothing was asked yet: like a connection that is not accepted, it may be one too many.
    const when = what === 'connection' ? 'before it was open' : 'during the TLS handshake';
    throw new Bounded('refused', `The connection was reset ${when} (ECONNRESET).`, 'ECONNRESET');
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves at an event of a socket, and rejects with its error, or when it is aborted. */
async function opened(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<Socket> {
  socket.setNoDelay(true).setKeepAlive(true, 60_000);
  try {
    await once(socket, event, { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** How long to try one address of several, in milliseconds: Node's 250 are short for a distant server. */
const attemptMs = 1_000;

/** Tries all addresses of a name, such as ::1 and 127.0.0.1 of localhost (RFC 8305). */
function openTcp(to: { readonly host: string; readonly port: number }, signal: AbortSignal): Promise<Socket> {
  return opened(
    connectTcp({
      ...to,
      lookup: lookupBoth,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: attemptMs,
    }),
    'connect',
    signal,
  );
}

const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Resolves a name; like curl and browsers, `localhost` to both loopback addresses: many hosts files have only one of them. */
const lookupBoth: LookupFunction = (name, options, callback) => {
  if (name !== 'localhost' || options.all !== true) {
    lookup(name, options, callback);
    return;
  }
  lookup(name, { ...options, all: true }, (_error, found = []) => {
    const others = loopback.filter(({ address }) => !found.some((each) => each.address === address));
    callback(null, [...found, ...others]);
  });
};

/**
 * Opens a connection through an HTTP proxy, for `http:` targets too: what is sent through a tunnel arrives unchanged, while a
 * proxy rewrites the heads of requests that it forwards (CONNECT, RFC 9110 §9.3.6). Errors never contain the URL of the proxy,
 * which can contain a password.
 */
async function openTunnel(
  proxy: URL,
  to: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<Socket> {
  const authority = `${to.host.includes(':') ? `[${to.host}]` : to.host}:${to.port}`;
  const begin = proxy.protocol === 'https:' ? secureRequest : request;
  const asking = begin(proxy.origin, {
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, connection: 'keep-alive', ...credentialsOf(proxy) },
    agent: false,
    signal,
  });
  asking.end();
  const met = (await once(asking, 'connect')) as [IncomingMessage, Socket, Buffer];
  const [{ statusCode = 0 }, socket, begun] = met;
  if (statusCode < 200 || statusCode >= 300) {
    socket.destroy();
    throw new Bounded('closed', `The proxy responded ${statusCode} instead of opening a tunnel.`);
  }
  if (begun.length > 0) socket.unshift(begun);
  return socket.setNoDelay(true);
}

/** @throws UsageError if it is no URL of an HTTP proxy. */
function checkedProxy({ url, variable }: ProxyServer): URL {
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

/** Makes what secures a connection. Like clients do, it resumes the last session (RFC 8446 §2.2). */
function createTls(
  host: string,
  secureContext: SecureContext,
): (transport: Socket, signal: AbortSignal) => Promise<Socket> {
  let session: Buffer | undefined;
  return (transport, signal) => {
    const socket = connectTls({
      socket: transport,
      secureContext,
      host,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ALPNProtocols: ['http/1.1'],
      session,
    });
    socket.on('session', (next: Buffer) => {
      session = next;
    });
    return opened(socket, 'secureConnect', signal);
  };
}

/** Certificates and keys of a target's connections. */
function secureContextOf({ caFile, clientCert, clientKey }: TargetSettings): SecureContext {
  const read = (name: string, path: string | undefined): string | undefined =>
    path === undefined ? undefined : readNamedFile(name, path);
  const ca = read('TARGET_CA_FILE', caFile);
  const cert = read('TARGET_CLIENT_CERT', clientCert);
  const key = read('TARGET_CLIENT_KEY', clientKey);
  const parsed = (name: string, text: string | undefined): X509Certificate | undefined =>
    text === undefined
      ? undefined
      : usable(`${name} is not a certificate in PEM.`, () => new X509Certificate(text));
  // OpenSSL takes any text for authorities, and then trusts nobody.
  parsed('TARGET_CA_FILE', ca);
  const ends = parsed('TARGET_CLIENT_CERT', cert)?.validTo;
  if (ends !== undefined && Date.parse(ends) < Date.now())
    throw new UsageError([`The certificate in TARGET_CLIENT_CERT expired on ${ends}. Renew it.`]);
  if (key !== undefined)
    usable('TARGET_CLIENT_KEY is not an unencrypted private key in PEM. `openssl pkey` decrypts one.', () =>
      createPrivateKey(key),
    );
  return usable(
    'TARGET_CLIENT_KEY is not the key of the certificate in TARGET_CLIENT_CERT. Give both of one pair.',
    () =>
      createSecureContext(Object.fromEntries(Object.entries({ ca, cert, key }).filter(([, text]) => text))),
  );
}

/** @throws UsageError with the sentence if OpenSSL does not take what it is given. */
function usable<T>(sentence: string, use: () => T): T {
  try {
    return use();
  } catch {
    throw new UsageError([sentence]);
  }
}
