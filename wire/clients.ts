import type { HeaderPair } from './exchange.ts';

/**
 * What an ordinary client adds to a request (ruling 39). Values may have `$uuid`, `$hex16`, `$hex32`, `$digits` and
 * `$text2500`, which are drawn for each request, and `$run-uuid` and `$run-hex32`, which all requests of a run share, like a
 * session, a trace, or the id of a request that leads to several; `$site` is the same in all headers of a request.
 */
export interface Client {
  /** Unique; recorded with each case. */
  readonly id: string;
  /** How it writes the names of headers that the request itself has, such as Authorization. */
  readonly names: 'capitalised' | 'lower-case' | 'upper-case';
  /** In front of the headers of the request, and behind them. */
  readonly front: readonly HeaderPair[];
  readonly behind: readonly HeaderPair[];
  /** Whether Host comes last; most clients send it first. */
  readonly hostLast?: true;
  /** Whether it sends several kilobytes of headers; such a client is drawn less often. */
  readonly isLarge?: true;
  /** The value of Connection; many clients send none. */
  readonly connection?: 'keep-alive' | 'close';
}

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

/** Published clients with the headers that they send by default, and what gateways and tracing add. */
export const clients: readonly Client[] = [
  {
    id: 'curl',
    names: 'capitalised',
    front: [
      ['User-Agent', 'curl/8.11.0'],
      ['Accept', '*/*'],
    ],
    behind: [],
  },
  {
    id: 'axios',
    names: 'capitalised',
    front: [['Accept', 'application/json, text/plain, */*']],
    behind: [
      ['User-Agent', 'axios/1.7.9'],
      ['Accept-Encoding', 'gzip, deflate, br'],
    ],
    hostLast: true,
    connection: 'keep-alive',
  },
  {
    id: 'node-fetch',
    names: 'lower-case',
    front: [],
    behind: [
      ['accept', '*/*'],
      ['accept-language', '*'],
      ['sec-fetch-mode', 'cors'],
      ['user-agent', 'node'],
      ['accept-encoding', 'gzip, deflate'],
    ],
    connection: 'keep-alive',
  },
  {
    id: 'browser',
    names: 'capitalised',
    front: [
      ['sec-ch-ua-platform', '"Linux"'],
      ['User-Agent', chrome],
      ['Accept', '*/*'],
    ],
    behind: [
      ['Origin', 'https://$site.example.com'],
      ['Sec-Fetch-Site', 'cross-site'],
      ['Sec-Fetch-Mode', 'cors'],
      ['Sec-Fetch-Dest', 'empty'],
      ['Referer', 'https://$site.example.com/'],
      ['Accept-Encoding', 'gzip, deflate, br'],
      ['Accept-Language', 'de-CH,de;q=0.9,en;q=0.8'],
      ['Cookie', 'session=$run-hex32; consent=1; _ga=GA1.1.$digits.$digits'],
    ],
    connection: 'keep-alive',
  },
  {
    id: 'browser-address-bar',
    names: 'capitalised',
    front: [
      ['Cache-Control', 'max-age=0'],
      ['Upgrade-Insecure-Requests', '1'],
      ['User-Agent', chrome],
      ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'],
    ],
    behind: [
      ['Accept-Language', 'fr-FR,fr;q=0.9'],
      ['Cookie', 'session=$run-hex32'],
      ['Pragma', 'no-cache'],
      ['DNT', '1'],
    ],
    connection: 'keep-alive',
  },
  {
    id: 'go',
    names: 'capitalised',
    front: [['User-Agent', 'Go-http-client/1.1']],
    behind: [['Accept-Encoding', 'gzip']],
  },
  {
    id: 'python-requests',
    names: 'capitalised',
    front: [
      ['User-Agent', 'python-requests/2.32.3'],
      ['Accept-Encoding', 'gzip, deflate'],
      ['Accept', '*/*'],
    ],
    behind: [],
    connection: 'keep-alive',
  },
  {
    id: 'python-httpx',
    names: 'capitalised',
    front: [
      ['Accept', '*/*'],
      ['Accept-Encoding', 'gzip, deflate'],
      ['User-Agent', 'python-httpx/0.28.1'],
    ],
    behind: [],
    connection: 'keep-alive',
  },
  {
    id: 'java',
    names: 'capitalised',
    front: [['User-Agent', 'Java-http-client/21.0.5']],
    behind: [],
  },
  {
    id: 'dotnet',
    names: 'capitalised',
    front: [],
    behind: [
      ['traceparent', '00-$hex32-$hex16-00'],
      ['Accept', 'application/json, text/plain'],
    ],
  },
  {
    id: 'gateway',
    names: 'lower-case',
    front: [
      ['x-forwarded-for', '127.0.0.1, 2001:db8::$hex4:$hex4'],
      ['x-forwarded-proto', 'https'],
      ['x-forwarded-host', '$site.example.com'],
      ['x-real-ip', '127.0.0.1'],
      ['x-request-id', '$run-uuid'],
    ],
    behind: [
      ['x-envoy-internal', 'true'],
      ['x-b3-traceid', '$hex32'],
      ['x-b3-spanid', '$hex16'],
      ['x-b3-sampled', '1'],
      ['traceparent', '00-$hex32-$hex16-01'],
      ['via', '1.1 $hex8'],
      ['forwarded', 'for=127.0.0.1;proto=https'],
      ['user-agent', 'okhttp/4.12.0'],
    ],
  },
  {
    id: 'old-proxy',
    names: 'upper-case',
    front: [
      ['ACCEPT', '*/*'],
      ['VIA', '1.0 $hex8'],
    ],
    behind: [
      ['X-CORRELATION-ID', '$uuid'],
      ['TRACEPARENT', '00-$run-hex32-$hex16-01'],
      ['TRACESTATE', 'vendor=$hex16'],
      ['BAGGAGE', 'tenant=$hex8'],
    ],
    connection: 'close',
  },
  {
    id: 'many-cookies',
    names: 'capitalised',
    isLarge: true,
    front: [['User-Agent', chrome]],
    behind: [
      ['Cookie', 'preferences=$text2500'],
      ['X-Client-Data', '$text2500'],
    ],
    connection: 'keep-alive',
  },
];
