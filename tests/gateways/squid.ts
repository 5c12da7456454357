import type { ClientStyle, Gateway } from './gateway.ts';

/** A name that only squid resolves. */
export const nameBehindSquid = 'ledger.test';

/** squid as a forward proxy that opens tunnels to any port of this machine. */
export function squid(style: ClientStyle = {}): Gateway {
  return {
    program: 'squid',
    style,
    isForwardProxy: true,
    args: (file) => ['-N', '-f', file],
    configuration: ({ folder, port }) => `http_port 127.0.0.1:${port}
hosts_file ${folder}/hosts
pid_filename none
cache_log /dev/null
access_log none
cache deny all
shutdown_lifetime 0 seconds
http_access allow all
`,
  };
}
