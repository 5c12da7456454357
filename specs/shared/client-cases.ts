import type { Case, Request, Run } from '../../engine/check.ts';
import { bufferSizes } from '../../generators/padding.ts';
import { bytesFrom, textFrom } from '../../generators/seeding.ts';
import { definitionOf } from '../../operations/operations.ts';
import { framings, withClientHeaders } from '../../wire/client-style.ts';
import { type Client, clients } from '../../wire/clients.ts';
import type { HeaderPair } from '../../wire/exchange.ts';
import { inContext, laidOver } from './cases.ts';
import singleHeaders from './single-headers.json' with { type: 'json' };

/** Headers of ordinary clients, each of them alone, so that a finding names it; values are those of `Client`, drawn where they can be. */
const headers = singleHeaders as unknown as readonly HeaderPair[];

/** One client for each header, named by it. */
const headerClients: readonly Client[] = headers.map(([name, value]) => ({
  id: value.includes('$') ? name : `${name}: ${value}`,
  source: 'ruling 39',
  headers: [[name, value]],
  order: '*',
}));

const json = 'application/json';
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
    { kind: 'fifty-headers', request: { headers: manyHeaders } },
    { kind: 'fresh-connection', request: { connection: 'fresh' } },
    // As libraries have it that send the same headers with each request.
    ...(hasBody ? [] : [{ kind: 'header', detail: `Content-Type: ${json}`, request: { contentType: json } }]),
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

/** More than any ordinary client sends, and with those of the request and of gateways fewer than the 64 at which some parsers end. */
const manyHeaders: readonly HeaderPair[] = Array.from({ length: 50 }, (_, index) => [
  `X-Header-${index + 1}`,
  `${index + 1}`,
]);
