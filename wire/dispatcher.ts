import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { readNamedFile } from '../settings/read-file.ts';
import type { Settings, TargetSettings } from '../settings/settings.ts';
import { UsageError } from '../settings/usage-error.ts';
import type { Bounds } from './bounds.ts';

/**
 * Opens connections; each call returns a pool whose connections have not been used yet, at most as many as given, or as
 * there are concurrent requests.
 */
export type Connect = (connections?: number) => Dispatcher;

/**
 * How a run opens connections: keep-alive, as many as there are concurrent requests, TLS and proxy as configured. Loopback
 * addresses never use a proxy.
 * @throws UsageError if a file cannot be read, or the proxy is not a URL.
 */
export function connectorOf(settings: Settings, target: TargetSettings, bounds: Bounds): Connect {
  const limits = {
    pipelining: 1,
    // Our own timer limits the whole response; these only catch what it cannot see.
    headersTimeout: bounds.answerMs * 2,
    bodyTimeout: bounds.answerMs * 2,
    maxHeaderSize: bounds.headerBytes,
    connect: { timeout: bounds.connectMs, ...tlsOf(target) },
  };
  const proxy = proxyOf(settings, target);
  const all = settings.concurrency;
  if (proxy === undefined) return (connections = all) => new Agent({ ...limits, connections });
  return (connections = all) =>
    new ProxyAgent({ ...limits, connections, uri: proxy, requestTls: limits.connect });
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
