import type { Case, Request, Run } from '../../engine/check.ts';
import { bufferSizes } from '../../generators/padding.ts';
import { bytesFrom, textFrom } from '../../generators/seeding.ts';
import { definitionOf } from '../../operations/operations.ts';
import { framings, withClientHeaders } from '../../wire/client-style.ts';
import { type Client, clients } from '../../wire/clients.ts';
import type { HeaderPair } from '../../wire/exchange.ts';
import { inContext, laidOver } from './cases.ts';

/** Headers of ordinary clients, each of them alone, so that a finding names it; values are those of `Client`, drawn where they can be. */
const headers: readonly HeaderPair[] = [
  ['Accept', '*/*'],
  ['Accept', 'application/json, text/plain, */*'],
  ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  ['Accept', 'application/json, text/javascript, */*; q=0.01'],
  ['Accept', 'application/json'],
  ['Accept-Encoding', 'gzip, deflate, br'],
  ['Accept-Encoding', 'identity'],
  ['Accept-Language', 'de-CH,de;q=0.9,en;q=0.8'],
  ['Origin', 'https://$site'],
  ['Origin', 'null'],
  ['Referer', 'https://$site/$hex8?step=2'],
  ['Cookie', 'session=$hex32; theme="$hex8"; token=$hex16'],
  ['X-Forwarded-For', '2a0$hex1:$hex4:$hex4::$hex4, 10.0.0.1'],
  ['X-Forwarded-Proto', 'http'],
  ['X-Forwarded-Host', '$site'],
  ['X-Forwarded-Port', '443'],
  ['X-Forwarded-Prefix', '/$hex8'],
  ['X-Original-URI', '/$hex8/v2/users?step=2'],
  ['X-Real-IP', '10.0.0.1'],
  ['X-Forwarded-User', '$hex8'],
  ['X-Remote-User', '$hex8'],
  ['X-Forwarded-Client-Cert', 'Hash=$hex64'],
  ['Forwarded', 'for="[2a0$hex1:$hex4:$hex4::$hex4]";host=$site;proto=https'],
  ['Via', '1.1 $hex8'],
  ['X-Request-Id', '$uuid'],
  ['X-Request-Id', '7'],
  ['X-Correlation-Id', '7'],
  ['traceparent', '00-$hex32-$hex16-01'],
  ['tracestate', '$hex8=$hex16'],
  ['baggage', '$hex8=$hex16'],
  ['b3', '$hex32-$hex16-1'],
  ['X-Amzn-Trace-Id', 'Root=1-$hex8-$hex24;Sampled=1'],
  ['X-Cloud-Trace-Context', '$hex32/1;o=1'],
  ['uber-trace-id', '$hex16:$hex16:0:1'],
  ['X-Requested-With', 'XMLHttpRequest'],
  ['Cache-Control', 'no-cache'],
  ['Pragma', 'no-cache'],
  ['Sec-Fetch-Mode', 'cors'],
  ['DNT', '1'],
  ['Priority', 'u=1, i'],
];

/** One client for each header, named by it. */
const headerClients: readonly Client[] = headers.map(([name, value]) => ({
  id: value.includes('$') ? name : `${name}: ${value}`,
  source: 'ruling 39',
  headers: [[name, value]],
  order: '*',
}));

const largeText = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** With a token of two KiB, the head stays within the 8 KiB of ruling 39. */
const largeHeader = 5_500;

const inOtherWays = framings.filter((framing) => framing !== 'length');

/**
 * Ordinary ways of sending a valid request, which change nothing about it (ruling 39): as each client writes it, with each header alone, with much of them, and with
 * a body in several parts. At quick effort, each client only.
 */
export function clientCases({ effort, identity, seed, nonce, operation }: Run, hasBody: boolean): Case[] {
  const run = [seed, nonce].join('/');
  const asEach = clients.map((client) => ({
    kind: 'client',
    detail: client.id,
    request: {
      style: { client, key: identity('client', client.id), run, exact: { framing: 'length' as const } },
    },
  }));
  if (effort === 'quick') return asEach;
  const [plain] = clients;
  const inParts = inOtherWays.flatMap((framing) =>
    (!hasBody && framing !== 'head-in-parts') || plain === undefined
      ? []
      : [
          {
            kind: 'body',
            detail: framing,
            request: { style: { client: plain, key: identity('body', framing), run, exact: { framing } } },
          },
        ],
  );
  return [
    ...asEach,
    ...inParts,
    ...headerRequests({ identity, seed, nonce, operation }).map(([detail, request]) => ({
      kind: 'header',
      detail,
      request,
    })),
    {
      kind: 'header-of-5500-characters',
      request: { headers: [['X-Large', textFrom([identity('large')], largeText, largeHeader)]] },
    },
    { kind: 'forty-headers', request: { headers: manyHeaders } },
    { kind: 'fresh-connection', request: { connection: 'fresh' } },
  ];
}

/**
 * Ways to write bodies of the sizes at which a buffer may end, on connections of their own: one for each size, drawn from seed
 * and nonce, and the largest in chunks.
 */
export function sizeCases({ identity, seed, nonce }: Run): (readonly [size: number, each: Case])[] {
  const run = [seed, nonce].join('/');
  const from = bytesFrom(['sizes', run], 1).readUInt8();
  const drawn = bufferSizes.map(
    (size, at) => [size, framings[(from + at) % framings.length] ?? 'length'] as const,
  );
  const largest = bufferSizes.at(-1) ?? 0;
  return [...drawn, [largest, 'chunked'] as const].map(([size, framing], at) => {
    const client = clients[(from + at) % clients.length] ?? (clients[0] as Client);
    const style = { client, key: identity('size', at), run, exact: { framing } };
    return [size, { kind: 'blanks', detail: `${size} bytes`, context: [framing], request: { style } }];
  });
}

/** Requests with each header of an ordinary client alone, by the name of the header. */
function headerRequests({
  identity,
  seed,
  nonce,
  operation,
}: Pick<Run, 'identity' | 'seed' | 'nonce' | 'operation'>): (readonly [string, Request])[] {
  const run = [seed, nonce].join('/');
  // Where a text may be due, an Accept of JSON alone excludes it (ruling 23).
  const mayBeText = definitionOf(operation).failure.text !== undefined;
  const isExcluded = (id: string) => mayBeText && id === 'Accept: application/json';
  const some = headerClients.filter(({ id }) => !isExcluded(id));
  return some.map((client) => [
    client.id,
    { headers: withClientHeaders([], { client, key: identity('header', client.id), run }) },
  ]);
}

/** A request that must be rejected, with each header alone: none of them changes that, or the form of the answer (ruling 39). */
export function withEachHeader(run: Run, each: Case): Case[] {
  if (run.effort === 'quick') return [];
  return headerRequests(run).map(([name, request]) => laidOver({ request }, inContext(each, `with ${name}`)));
}

const manyHeaders: readonly HeaderPair[] = Array.from({ length: 40 }, (_, index) => [
  `X-Header-${index + 1}`,
  `${index + 1}`,
]);
