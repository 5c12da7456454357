import type { Socket } from 'node:net';
import type { Settings, TargetSettings } from '../settings/settings.ts';
import type { Bounds } from './bounds.ts';
import { connectorFactory } from './dispatcher.ts';

/** Opens a connection to the target, for requests that the HTTP client refuses to send. */
export type OpenSocket = () => Promise<Socket>;

/**
 * How a run opens single connections: TLS and proxy as configured.
 * @throws UsageError if a file cannot be read, or the proxy is not a URL.
 */
export function socketOpenerOf(settings: Settings, target: TargetSettings, bounds: Bounds): OpenSocket {
  const { protocol, hostname, host, port } = new URL(target.baseUrl);
  const connect = connectorFactory(settings, target, bounds)();
  const to = { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), host, port };
  return () =>
    new Promise((resolve, reject) => {
      connect(to, (...result) => {
        const [error, socket] = result;
        // Typed as null, but the connector leaves it out where there is an error.
        if (socket) resolve(socket);
        else reject(error);
      });
    });
}
