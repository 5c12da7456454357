import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromStored, toStored } from '../../journal/stored-exchange.ts';
import type { Exchange, FailureKind } from '../../wire/exchange.ts';

const kinds: readonly FailureKind[] = [
  'refused',
  'closed',
  'cut',
  'timeout',
  'slow',
  'endless',
  'protocol',
  'undecodable',
  'broken-off',
];

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((each) => Buffer.from(each)),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => Buffer.from(text)),
  fc.constantFrom(Buffer.from('\ufeff{}'), Buffer.from('\r\n'), Buffer.from([0])),
);
const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const headers = fc.array(fc.tuple(text, text), { maxLength: 4 });
const answer = fc.record(
  { status: fc.integer({ min: 200, max: 999 }), reason: text, headers, body: bytes, decoded: bytes },
  { requiredKeys: ['status', 'reason', 'headers', 'body'] },
);
const exchanges: fc.Arbitrary<Exchange> = fc.record(
  {
    id: text,
    request: fc.record({ method: text, target: text, headers, body: bytes }),
    answer,
    failure: fc.record({ kind: fc.constantFrom(...kinds), message: text }),
    ms: fc.nat(),
  },
  { requiredKeys: ['id', 'request', 'ms'] },
);

test('Any exchange comes back from its line as it was, byte for byte.', () => {
  fc.assert(
    fc.property(exchanges, (exchange) => {
      const line = JSON.stringify(toStored(exchange));
      expect(line).not.toContain('\n');
      expect(fromStored(JSON.parse(line))).toEqual(exchange);
    }),
    { numRuns: 500, seed: 1 },
  );
});

test('Bytes stand as text where they are UTF-8, else as base64, and an empty body not at all.', () => {
  const request = { method: 'POST', target: '/', headers: [], body: Buffer.from('{"a":"é"}') };
  const stored = toStored({
    id: '1',
    request,
    answer: { status: 200, reason: '', headers: [], body: Buffer.from([0xff]) },
    ms: 1,
  });
  expect(stored.request).toMatchObject({ body: '{"a":"é"}' });
  expect(stored.response).toMatchObject({ bodyBase64: '/w==' });
  expect(
    Object.keys(toStored({ id: '1', request: { ...request, body: Buffer.alloc(0) }, ms: 1 }).request),
  ).toEqual(['method', 'target', 'headers']);
});
