import type { Socket } from 'node:net';
import { Agent, buildConnector, type Dispatcher, ProxyAgent } from 'undici';
import { readNamedFile } from '../settings/read-file.ts';
import type { Settings, TargetSettings } from '../settings/settings.ts';
import { UsageError } from '../settings/usage-error.ts';
import type { Bounds } from './bounds.ts';

/**
 * Opens one connection at a time, when there is a request for it; the sockets of a proxy are not announced. `idleMs` is how
 * long an idle connection is kept where the target does not say.
 */
export type Connect = (onSocket: (socket: Socket) => void, idleMs?: number) => Dispatcher;

/**
 * How a run opens connections: keep-alive, TLS and proxy as configured. Loopback addresses never use a proxy.
 * @throws UsageError if a file cannot be read, or the proxy is not a URL.
 */
export function connectorOf(settings: Settings, target: TargetSettings, bounds: Bounds): Connect {
  const limits = {
    pipelining: 1,
    // Our own timer limits the whole response; these only catch what it cannot see.
    headersTimeout: bounds.patientMs * 2,
    bodyTimeout: bounds.patientMs * 2,
    maxHeaderSize: bounds.headerBytes,
    connections: 1,
  };
  const how = { timeout: bounds.connectMs, ...tlsOf(target) };
  const proxy = proxyOf(settings, target);
  if (proxy !== undefined)
    return () => new ProxyAgent({ ...limits, connect: how, uri: proxy, requestTls: how });
  return (onSocket, idleMs) => {
    const connector = buildConnector(how);
    const connect: typeof connector = (options, callback) =>
      connector(options, (...result) => {
        // Typed as null, but the connector leaves it out where there is an error.
        const [, socket] = result;
        if (socket) onSocket(socket);
        callback(...result);
      });
    return new Agent({ ...limits, connect, ...(idleMs === undefined ? {} : { keepAliveTimeout: idleMs }) });
  };
}

/** The proxy to use for a target, if any. */
export function proxyOf(settings: Settings, target: TargetSettings): string | undefined {
  const { proxy } = settings;
  if (proxy === undefined || !isProxied(settings, target)) return undefined;
  if (!/^https?:\/\//i.test(proxy) || !URL.canParse(proxy))
    throw new UsageError(['HTTPS_PROXY is not a URL. Give it as http://host:port, or unset it.']);
  return proxy;
}

/** Certificates and keys of a target's connections. */
export function tlsOf(target: TargetSettings): { ca?: string; cert?: string; key?: string } {
  const { caFile, clientCertFile, clientKeyFile } = target;
  return {
    ...(caFile === undefined ? {} : { ca: readNamedFile('TARGET_CA_FILE', caFile) }),
    ...(clientCertFile === undefined ? {} : { cert: readNamedFile('TARGET_CLIENT_CERT', clientCertFile) }),
    ...(clientKeyFile === undefined ? {} : { key: readNamedFile('TARGET_CLIENT_KEY', clientKeyFile) }),
  };
}

/** Whether requests to a target go through a proxy. */
export function isProxied({ proxy, noProxy = '' }: Settings, { baseUrl }: TargetSettings): boolean {
  return proxy !== undefined && baseUrl.startsWith('https:') && !isExempt(new URL(baseUrl).hostname, noProxy);
}

function isExempt(host: string, noProxy: string): boolean {
  if (host === 'localhost' || host === '[::1]' || host.startsWith('127.')) return true;
  return noProxy
    .split(',')
    .map((entry) => entry.trim().replace(/^\*?\./, ''))
    .some((entry) => entry === '*' || (entry !== '' && (host === entry || host.endsWith(`.${entry}`))));
}
