import type { Environment } from './run-environment.ts';

/** A proxy, and the name of the variable that it is from. */
export interface ProxyServer {
  /** As in the environment, where it may contain a password. */
  readonly url: string;
  readonly variable: string;
}

/** The proxies of the environment, by the scheme of the target. */
export interface Proxies {
  readonly http?: ProxyServer;
  readonly https?: ProxyServer;
  /** Hosts reached without a proxy, separated by commas or blanks. */
  readonly except: string;
}

/** Reads the variables that curl, Node and undici read. As in undici, an `https:` target uses HTTP_PROXY if HTTPS_PROXY is not set. */
export function readProxies(environment: Environment): Proxies {
  const http = proxyIn(environment, 'http_proxy', 'HTTP_PROXY');
  const https = proxyIn(environment, 'https_proxy', 'HTTPS_PROXY') ?? http;
  return { http, https, except: environment.no_proxy ?? environment.NO_PROXY ?? '' };
}

/** The first name that is set decides, even if it is empty: that is how a proxy is switched off. */
function proxyIn(environment: Environment, ...names: readonly string[]): ProxyServer | undefined {
  const variable = names.find((name) => environment[name] !== undefined);
  const url = variable === undefined ? undefined : environment[variable];
  return variable === undefined || url === undefined || url === '' ? undefined : { url, variable };
}

/** The proxy for requests to this address, if any. Loopback addresses never use one. */
export function proxyFor(address: string, { http, https, except }: Proxies): ProxyServer | undefined {
  const { protocol, hostname, port } = new URL(address);
  const number = Number(port) || (protocol === 'https:' ? 443 : 80);
  if (isLoopback(hostname) || isExempt(hostname, number, except)) return undefined;
  return protocol === 'https:' ? https : http;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.');
}

/** By the rules of undici's EnvHttpProxyAgent: a name stands for its subdomains too, and `*` alone for every host. */
function isExempt(host: string, port: number, except: string): boolean {
  if (except === '*') return true;
  return except
    .split(/[,\s]/)
    .filter((entry) => entry !== '')
    .map(exemption)
    .some((each) => (each.port || port) === port && (host === each.host || host.endsWith(`.${each.host}`)));
}

/** An IPv6 address may stand without brackets, as for curl; then it has no port. */
function exemption(entry: string): { host: string; port: number } {
  if (URL.canParse(`http://[${entry}]`)) return { host: new URL(`http://[${entry}]`).hostname, port: 0 };
  const [, name = entry, port = '0'] = /^(.+):(\d+)$/.exec(entry) ?? [];
  return { host: name.replace(/^\*?\./, '').toLowerCase(), port: Number(port) };
}
