import { bufferSizes, padded, withUnknownMembers } from '../../generators/padding.ts';
import { textFrom } from '../../generators/seeding.ts';
import { claimantOf } from '../../requirements/claims.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { operations } from '../../schemas/openapi.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { HeaderPair } from '../../wire/exchange.ts';
import type { OperationRequest } from '../../wire/operation-request.ts';
import { protocolRequests } from './http-protocol.ts';
import { type OpenRequest, openCheckOf } from './open.ts';
import type { MakeValid } from './valid-request.ts';

/** Twice as large as a body that any target takes. */
const largeSize = 128 * 1024;

const acceptTwice: readonly HeaderPair[] = [
  ['Accept', 'application/json'],
  ['Accept', '*/*'],
];

const drawnWord = ({ identity }: Conductor, length: number): string =>
  textFrom([identity('word')], 'abcdefghijklmnopqrstuvwxyz', length);

const twice = (name: string): string => `${name}=1&${name}=2`;
/** Unknown members up to an ordinary size: how the target takes them is open, the form of a rejection is not. */
function withUnknown(conductor: Conductor, request: OperationRequest): OpenRequest[] {
  const as = claimantOf(`${conductor.operation}.request`, { keyword: 'unknown-member' });
  if (as === undefined) return [];
  return bufferSizes.map((size, index) => {
    const manner = index % 2 === 0 ? 'one' : 'many';
    const body = withUnknownMembers(
      request.body ?? Buffer.alloc(0),
      [size, manner],
      conductor.identity(index),
    );
    return {
      kind: `${manner}-unknown-member`,
      detail: `${size} bytes`,
      as,
      wrong: { pointer: '', keyword: 'unknown-member' },
      request: { ...request, body },
    };
  });
}

/** Rulings 23 and 34: observes status and form of answers to other methods, paths, headers, sizes and protocols. */
export function httpOpenChecks(operation: Operation, valid: MakeValid): Check[] {
  const { path, method } = operations[operation];
  const hasBody = method === 'POST';
  const observed = openCheckOf(operation, (conductor) => valid(conductor, 0));
  // Not DELETE: if it works, it could delete data.
  const others = ['PUT', 'PATCH', 'OPTIONS', hasBody ? 'GET' : 'POST'];
  return [
    observed('HTTP-OPEN-METHOD', () =>
      others.map((other) => ({ kind: 'method', detail: other, request: { method: other } })),
    ),
    observed('HTTP-OPEN-PATH', ({ request }, conductor) => [
      { kind: 'unknown-path-below', request: { ...request, path: `${path}/${drawnWord(conductor, 12)}` } },
      { kind: 'path-in-other-case', request: { ...request, path: path.toUpperCase() } },
    ]),
    observed('HTTP-OPEN-ACCEPT', ({ request }) => [
      ...['application/xml', 'text/html'].map((type) => ({
        kind: 'accept',
        detail: type,
        request: { ...request, headers: [['Accept', type]] as const },
      })),
      ...['utf-8', 'utf-16', 'iso-8859-1'].map((charset) => ({
        kind: 'header',
        detail: `Accept-Charset: ${charset}`,
        request: { ...request, headers: [['Accept-Charset', charset]] as const },
      })),
    ]),
    ...Object.entries(protocolRequests).map(([requirement, requests]) =>
      observed(requirement, ({ request }, { identity }) => requests(request, identity())),
    ),
    observed('HTTP-OPEN-REPEATED', ({ request }, conductor) => [
      { kind: 'accept-twice', request: { ...request, headers: acceptTwice } },
      { kind: 'query-parameter-twice', request: { ...request, query: twice(drawnWord(conductor, 8)) } },
    ]),
    observed('HTTP-OPEN-LONG-TARGET', ({ request }, conductor) => [
      {
        kind: 'target-of-4000-characters',
        request: { ...request, query: `long=${drawnWord(conductor, 4_000)}` },
      },
    ]),
    observed('HTTP-OPEN-LARGE-HEADER', ({ request }, conductor) => [
      {
        kind: 'header-of-12000-characters',
        request: { ...request, headers: [['X-Long', drawnWord(conductor, 12_000)]] },
      },
    ]),
    observed('HTTP-OPEN-INVALID', ({ request }) => [
      { kind: 'percent-sign-without-digits-in-the-query', request: { ...request, query: 'broken=%zz' } },
    ]),
    ...(hasBody
      ? [
          observed('HTTP-OPEN-LARGE-BODY', ({ request }, conductor) => [
            ...withUnknown(conductor, request),
            {
              kind: 'large-body',
              request: { ...request, body: padded(request.body ?? Buffer.alloc(0), largeSize, 'in-front') },
            },
          ]),
        ]
      : [
          observed('HTTP-OPEN-GET-BODY', ({ request }) => [
            {
              kind: 'body-on-get',
              request: { ...request, body: Buffer.from('{}'), contentType: 'application/json' },
            },
          ]),
        ]),
  ];
}
