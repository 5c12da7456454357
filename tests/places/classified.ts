import { placeholderExecuteBody } from '../../generators/execute-submission.ts';
import { fullGenerateTopology } from '../../generators/generate-topology.ts';
import { pathsIn, textAround, withoutMember } from '../../generators/json-path.ts';
import { anyIndex } from '../../json/json-pointer.ts';
import { readRequest } from '../../judges/recorded/classify-body.ts';
import { credentialFaults } from '../../judges/recorded/classify-credential.ts';
import type { RecordedFault } from '../../judges/recorded/fault.ts';
import { operations } from '../../schemas/openapi.ts';
import type { HeaderPair } from '../../wire/exchange.ts';
import type { Sent } from './area.ts';

/** Texts that stand in the place of each value of a valid body. */
const values = [
  ...['null', 'true', '0', '-1', '1.0', '1.5', '2147483648', '1e400', '7e999999999', '""', '"text"'],
  ...[
    '"\\u0001"',
    '"\\ud800"',
    '"a.b"',
    JSON.stringify('x'.repeat(300)),
    '[]',
    '[null]',
    '["a","a"]',
    '{}',
    '{"a":1}',
  ],
  ...['NaN', '', "'a'", '"a" "b"', '"HASHING_SCHEME_VERSION_V3"', '"HASHING_SCHEME_VERSION_UNSPECIFIED"'],
];

/** Bodies as other programs might send them, made without the generators of the suite. */
function foreignBodies(valid: object): Buffer[] {
  const text = JSON.stringify(valid);
  const whole = ['', ' ', '[]', '7', 'x', `\ufeff${text}`, `${text}x`, `{"extra":1,${text.slice(1)}`];
  const inside = pathsIn(valid).flatMap((path) => {
    const around = textAround(valid, path);
    const without = typeof path.at(-1) === 'string' ? [JSON.stringify(withoutMember(valid, path))] : [];
    return [...values.map(around), ...without];
  });
  const twice = Object.entries(valid).map(
    ([name, value]) => `{${JSON.stringify(name)}:${JSON.stringify(value)},${text.slice(1)}`,
  );
  const bytes = Buffer.from(text.replace('":"', '":"\u00ff'), 'latin1');
  return [...[...whole, ...inside, ...twice].map((each) => Buffer.from(each)), bytes];
}

const uid = (name: string): string => `${name}::1220`;
const valid = {
  'generate-topology': fullGenerateTopology(
    { synchronizer: uid('s'), participantUids: [uid('a'), uid('b'), uid('c')] },
    1,
  ),
  'execute-submission': { ...placeholderExecuteBody(1), userId: 'u', minLedgerTime: { time: { Empty: {} } } },
} as const;

/** Unknown members count by the object that they are in. */
function wayOf(operation: string, { requirement, wrong }: RecordedFault): string {
  if (wrong === 'valid') return `${operation} ${requirement}`;
  const { keyword, pointer } = wrong;
  const place = keyword === 'unknown-member' ? pointer.replace(/\/[^/]*$/, '/…') : pointer;
  return `${operation} ${requirement} ${keyword} ${anyIndex(place)}`;
}

function waysOf(operation: 'generate-topology' | 'execute-submission', body: Buffer): string[] {
  return readRequest(operation, body).faults.map((each) => wayOf(operation, each));
}

/** Each way in which the body of a foreign request is classified as faulty or open. */
export function bodyWays(): Set<string> {
  return new Set(
    (['generate-topology', 'execute-submission'] as const).flatMap((operation) =>
      foreignBodies(valid[operation]).flatMap((body) => waysOf(operation, body)),
    ),
  );
}

/** The same of the bodies that a run sent. */
export function bodyWaysSent(all: readonly Sent[]): Set<string> {
  return new Set(
    all.flatMap(({ line: { operation }, probes }) =>
      operation === 'list-users'
        ? []
        : probes.flatMap(({ request: { body } }) => waysOf(operation as keyof typeof valid, body)),
    ),
  );
}

/** What recordings call their tokens. */
const words = [
  ...[
    'exp-beside',
    'expired-60s',
    'nbf-future',
    'no-exp',
    'hs512',
    'kid',
    'padding',
    'no-blank',
    'expired-hour',
    'alg-none',
  ],
  ...[
    'no-signature',
    'bad-signature',
    'changed-payload',
    'other-secret',
    'empty-secret',
    'garbage',
    'text-behind',
    'case-payload',
  ],
  ...['space-inside', 'wrong'],
];
const jwt = '<jwt>';
const credentials: readonly (readonly [name: string, headers: readonly HeaderPair[]])[] = [
  ...words.flatMap((word) => [
    [`x.auth.${word}`, [['Authorization', `Bearer ${jwt}`]]] as const,
    [`x.auth.${word}`, [['Sec-WebSocket-Protocol', `jwt.token.${jwt}`]]] as const,
  ]),
  ['x', []],
  ['x', [['Authorization', 'Bearer']]],
  ['x', [['Authorization', 'Bearer word']]],
  ['x', [['Authorization', `Basic ${jwt}`]]],
  ['x', [['Authorization', `bearer ${jwt}`]]],
  ['x', [['Authorization', `Bearer  ${jwt}`]]],
  ['x', [['Sec-WebSocket-Protocol', 'jwt.token.']]],
  ['x', [['Sec-WebSocket-Protocol', 'jwt.token.word']]],
  ['x', [['Sec-WebSocket-Protocol', jwt]]],
];

function schemeOf([header]: readonly HeaderPair[]): string {
  if (header === undefined || header[1].startsWith('Basic')) return '';
  return header[0].startsWith('Sec-') ? 'api-key' : 'bearer';
}

/** Each requirement that a foreign credential is classified by, on each operation and under the scheme. */
export function credentialWays(): Set<string> {
  return new Set(
    credentials.flatMap(([name, headers]) => {
      const request = { method: 'GET', target: '/v2/users', headers, body: Buffer.alloc(0) };
      const exchange = { id: name, request, ms: 1 };
      const faults = credentialFaults({
        name,
        op: '',
        group: '',
        version: 'HTTP/1.1',
        exchange,
        sentBytes: 0,
      } as never);
      return faults.flatMap(({ requirement }) =>
        Object.keys(operations).map((operation) => `${operation} ${requirement} ${schemeOf(headers)}`),
      );
    }),
  );
}

/** The same of the credentials that a run sent. */
export function credentialWaysSent(all: readonly Sent[]): Set<string> {
  return new Set(
    all.flatMap(({ line: { operation, requirement, circumstances } }) =>
      [...(circumstances?.scheme ?? []), ''].map((scheme) => `${operation} ${requirement} ${scheme}`),
    ),
  );
}
