import type { CaseKind } from '../../session/case-text.ts';
import type { Conductor } from '../../session/conductor.ts';
import { clients } from '../../wire/clients.ts';
import type { Framing } from '../../wire/dress.ts';
import type { HeaderPair } from '../../wire/exchange.ts';
import type { OperationRequest } from '../../wire/wire.ts';

/** One way of sending a valid request that changes nothing about it (ruling 39). */
export interface ClientCase extends CaseKind {
  readonly sent: Pick<OperationRequest, 'headers' | 'dress' | 'connection'>;
}

/** Headers of ordinary clients, each of them alone, so that a finding names it. */
const headers: readonly HeaderPair[] = [
  ['Accept', '*/*'],
  ['Accept', 'application/json, text/plain, */*'],
  ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  ['Accept-Encoding', 'gzip, deflate, br'],
  ['Accept-Encoding', 'identity'],
  ['Accept-Language', 'de-CH,de;q=0.9,en;q=0.8'],
  ['Origin', 'https://wallet.example.com'],
  ['Origin', 'null'],
  ['Referer', 'https://wallet.example.com/transfer?step=2'],
  ['Cookie', 'session=0b7a; theme="dark"; token=abc'],
  ['X-Forwarded-For', '203.0.113.7, 10.0.0.1'],
  ['X-Forwarded-Proto', 'http'],
  ['X-Forwarded-Host', 'ledger.example.com'],
  ['Forwarded', 'for=203.0.113.7;host=ledger.example.com;proto=https'],
  ['Via', '1.1 gateway'],
  ['X-Request-Id', 'c0ffee00-0000-4000-a000-000000000001'],
  ['X-Correlation-Id', '7'],
  ['traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
  ['tracestate', 'vendor=1'],
  ['baggage', 'tenant=acme'],
  ['X-Requested-With', 'XMLHttpRequest'],
  ['Cache-Control', 'no-cache'],
  ['Pragma', 'no-cache'],
  ['Sec-Fetch-Mode', 'cors'],
  ['DNT', '1'],
  ['Priority', 'u=1, i'],
];

/** With a token of two KiB, the head stays within the 8 KiB of ruling 39. */
const largeHeader = 5_500;

const framings: readonly Framing[] = ['chunked', 'two-writes', 'many-writes'];

/**
 * Ordinary ways of sending a valid request: as each client writes it, with each header alone, with much of them, and with
 * a body in several parts. At quick effort, each client only.
 */
export function clientCases({ effort, identity }: Conductor, hasBody: boolean): ClientCase[] {
  const asEach = clients.map((client) => ({
    kind: 'client',
    detail: client.id,
    sent: { dress: { client, key: identity('client', client.id), exact: { framing: 'length' as const } } },
  }));
  if (effort === 'quick') return asEach;
  const [plain] = clients;
  const inParts = framings.flatMap((framing) =>
    !hasBody || plain === undefined
      ? []
      : [
          {
            kind: 'body',
            detail: framing,
            sent: { dress: { client: plain, key: identity('body', framing), exact: { framing } } },
          },
        ],
  );
  return [
    ...asEach,
    ...inParts,
    ...headers.map((header) => ({
      kind: 'header',
      detail: header.join(': '),
      sent: { headers: [header] },
    })),
    { kind: 'header-of-5500-characters', sent: { headers: [['X-Large', 'x'.repeat(largeHeader)]] } },
    { kind: 'forty-headers', sent: { headers: manyHeaders } },
    { kind: 'fresh-connection', sent: { connection: 'fresh' } },
  ];
}

const manyHeaders: readonly HeaderPair[] = Array.from({ length: 40 }, (_, index) => [
  `X-Header-${index + 1}`,
  `${index + 1}`,
]);
