import { describe, expect, test } from 'vitest';
import type { RequestSpec } from '../../wire/as-sent.ts';
import type { HeaderPair } from '../../wire/exchange.ts';
import { answer, answering, onlyRequest, rawServer } from './raw-server.ts';
import { sendTo } from './sending.ts';

async function onTheWire(spec: Partial<RequestSpec>) {
  const server = await rawServer(answering(answer('200 OK', [])));
  const { request, failure } = await sendTo(server, spec);
  expect(failure).toBeUndefined();
  return { request, ...onlyRequest(server) };
}

const cases: readonly (readonly [name: string, spec: Partial<RequestSpec>])[] = [
  ['a plain GET', {}],
  [
    'headers in their order and case, duplicates and an empty one among them',
    {
      headers: [
        ['X-Second', '2'],
        ['x-first', '1'],
        ['ACCEPT', 'application/json'],
        ['Accept', '*/*'],
        ['Authorization', ''],
        ['Content-Type', 'application/json'],
      ],
    },
  ],
  [
    'a POST with a body',
    { method: 'POST', headers: [['Content-Type', 'text/plain']], body: Buffer.from('{}') },
  ],
  ['a POST with a body and no Content-Type', { method: 'POST', body: Buffer.from('{}') }],
  ['a POST with an empty body', { method: 'POST', body: Buffer.alloc(0) }],
  ['a POST without a body', { method: 'POST' }],
  ['percent signs that encode nothing', { target: '/v2/users?a=%zz&b=%2F&c=%&d=%c3%a9' }],
  ['a target of 4,000 characters', { target: `/v2/users?long=${'x'.repeat(4_000)}` }],
  ['a header of 12,000 characters', { headers: [['X-Long', 'x'.repeat(12_000)]] }],
  ['a GET with a body', { body: Buffer.from('{"a":1}') }],
  ['bytes that are no text', { method: 'POST', body: Buffer.from([0, 255, 13, 10, 128]) }],
  ...['PUT', 'DELETE', 'PATCH', 'OPTIONS'].map((method) => [`the method ${method}`, { method }] as const),
  ['a body on DELETE', { method: 'DELETE', body: Buffer.from('x') }],
];

describe('the recorded request is what went over the wire', () => {
  test.each(cases)('for %s.', async (_name, spec) => {
    const { request, head, body } = await onTheWire(spec);
    const [line, ...pairs] = head;
    expect(line).toBe(`${request.method} ${request.target} HTTP/1.1`);
    expect(pairs.map(pairOf)).toEqual(request.headers.map(([name, value]) => [name, value.trim()]));
    expect(body.equals(request.body)).toBe(true);
  });
});

test('What was asked for goes out as it is.', async () => {
  const headers: HeaderPair[] = [
    ['X-A', '1'],
    ['x-a', '2'],
  ];
  const { head, body } = await onTheWire({
    method: 'POST',
    target: '/p?q=%zz',
    headers,
    body: Buffer.from('ab'),
  });
  expect(head[0]).toBe('POST /p?q=%zz HTTP/1.1');
  expect(head.slice(3)).toEqual(['X-A: 1', 'x-a: 2', 'content-length: 2']);
  expect(body.toString()).toBe('ab');
});

test('No Content-Type goes out unless one is given.', async () => {
  const { head } = await onTheWire({ method: 'POST', body: Buffer.from('{}') });
  expect(head.filter((line) => /^content-type/i.test(line))).toEqual([]);
});

test('Spaces behind a value stay on the wire.', async () => {
  const { head } = await onTheWire({ headers: [['Authorization', 'Bearer    ']] });
  expect(head).toContain('Authorization: Bearer    ');
});

function pairOf(line: string): [string, string] {
  const at = line.indexOf(':');
  return [line.slice(0, at), line.slice(at + 1).trim()];
}
