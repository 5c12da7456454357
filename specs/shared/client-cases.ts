import type { Case, Request, Run } from '../../engine/check.ts';
import { bufferSizes } from '../../generators/padding.ts';
import { bytesFrom, seedOf, textFrom } from '../../generators/seeding.ts';
import { takes } from '../../judges/recorded/classify-http.ts';
import { definitionOf } from '../../operations/operations.ts';
import { operationStems } from '../../schemas/openapi.ts';
import { framings, withClientHeaders } from '../../wire/client-style.ts';
import { type Client, clients } from '../../wire/clients.ts';
import type { HeaderPair } from '../../wire/exchange.ts';
import { inContext, laidOver, someByApiKey } from './cases.ts';
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
export function clientCases(from: Run, hasBody: boolean): Case[] {
  const { effort, identity, seed, nonce, operation } = from;
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
  const byHeader = headerRequests(from).map(([detail, request]) => ({ kind: 'header', detail, request }));
  return [
    ...asEach,
    ...inParts,
    ...someByApiKey(from, byHeader, operationStems.indexOf(operation), 2),
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
export function sizeCases(of: Run): (readonly [size: number, each: Case])[] {
  const { identity, seed, nonce } = of;
  const run = [seed, nonce].join('/');
  const from = bytesFrom(['sizes', run], 1).readUInt8();
  const drawn = bufferSizes.map(
    (size, at) => [size, framings[(from + at) % framings.length] ?? 'length'] as const,
  );
  const largest = bufferSizes.at(-1) ?? 0;
  return [...drawn, [largest, 'chunked'] as const].map(([size, framing], at) => {
    const client = clients[(from + at) % clients.length] ?? (clients[0] as Client);
    const style = { client, key: identity('size', at), run, exact: { framing } };
    const each = { kind: 'blanks', detail: `${size} bytes`, context: [framing], request: { style } };
    return [size, someByApiKey(of, [each], at, 2)[0] ?? each];
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
  const mayBeText = definitionOf(operation).failure.text !== undefined;
  const some = headerClients.filter(({ id }) => !mayBeText || !excludesText(id));
  return some.map((client) => [
    client.id,
    { headers: withClientHeaders([], { client, key: identity('header', client.id), run }) },
  ]);
}

/** Where a text may be due, an Accept of JSON alone excludes it (ruling 23). */
export function excludesText(header: string): boolean {
  const [name, accept = ''] = header.split(': ', 2);
  return name === 'Accept' && !takes(accept, 'text/plain');
}

/** A request that must be rejected, with each header alone: none of them changes that, or the form of the answer (ruling 39). */
export function withEachHeader(run: Run, each: Case): Case[] {
  if (run.effort === 'quick') return [];
  return headerRequests(run).map(([name, request]) => laidOver({ request }, inContext(each, `with ${name}`)));
}

/** The cases, every third (or `every`) with the next of these headers. */
export function someWithHeaders(run: Run, cases: readonly Case[], turn = 0, every = 3): readonly Case[] {
  if (run.effort === 'quick') return cases;
  const all = headerRequests(run);
  const first = (seedOf('headers', run.requirement.id) >>> 0) + turn;
  return cases.map((each, at) => {
    const [name, request = {}] = all[(first + Math.floor(at / every)) % all.length] ?? [];
    return at % every < every - 1 ? each : laidOver({ request }, inContext(each, `with ${name}`));
  });
}

/** More than any ordinary client sends, and with those of the request and of gateways fewer than the 64 at which some parsers end. */
const manyHeaders: readonly HeaderPair[] = Array.from({ length: 50 }, (_, index) => [
  `X-Header-${index + 1}`,
  `${index + 1}`,
]);
