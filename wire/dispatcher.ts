import type { Socket } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import connectorOfUndici from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import { type ProxyServer, proxyFor } from '../settings/proxies.ts';
import { readNamedFile } from '../settings/read-file.ts';
import type { Settings, TargetSettings } from '../settings/settings.ts';
import { UsageError } from '../settings/usage-error.ts';
import type { Bounds } from './bounds.ts';
import { throughProxy } from './tunnel.ts';

/**
 * Opens one connection at a time, when there is a request for it. `idleMs` is how long an idle connection is kept where the
 * target does not say.
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
  const createConnector = connectorFactory(settings, target, bounds);
  return (onSocket, idleMs) => {
    const connector = createConnector();
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

/**
 * Creates what opens sockets, with TLS and proxy as configured. A connector resumes the TLS sessions of its own connections.
 * @throws UsageError if a file cannot be read, or the proxy is not a URL.
 */
export function connectorFactory(
  settings: Settings,
  target: TargetSettings,
  bounds: Bounds,
): () => buildConnector.connector {
  const how = { timeout: bounds.connectMs, ...tlsOf(target) };
  const proxy = proxyFor(target.baseUrl, settings.proxies);
  if (proxy === undefined) return () => connectorOfUndici(how);
  const url = checkedUrl(proxy);
  return () => throughProxy(url, how);
}

function checkedUrl({ url, variable }: ProxyServer): URL {
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

/** Certificates and keys of a target's connections. */
function tlsOf(target: TargetSettings): { ca?: string; cert?: string; key?: string } {
  const { caFile, clientCertFile, clientKeyFile } = target;
  return {
    ...(caFile === undefined ? {} : { ca: readNamedFile('TARGET_CA_FILE', caFile) }),
    ...(clientCertFile === undefined ? {} : { cert: readNamedFile('TARGET_CLIENT_CERT', clientCertFile) }),
    ...(clientKeyFile === undefined ? {} : { key: readNamedFile('TARGET_CLIENT_KEY', clientKeyFile) }),
  };
}
