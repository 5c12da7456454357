import { expect, test } from 'vitest';
import { differences, normalized, type Outcome } from './outcome.ts';

const outcome = (places: Record<string, string[]>): Outcome => new Map(Object.entries(places));

test('What is the same in another order is no difference.', () => {
  expect(differences(outcome({ a: ['x', 'y', 'x'] }), outcome({ a: ['x', 'x', 'y'] }))).toEqual([]);
});

test('What is gone, what has come, and how often, are differences.', () => {
  expect(
    differences(outcome({ a: ['x', 'x'], gone: ['z'] }), outcome({ a: ['x', 'y'], come: ['w'] })),
  ).toEqual([
    { place: 'a', before: ['x'], after: ['y'] },
    { place: 'come', before: [], after: ['w'] },
    { place: 'gone', before: ['z'], after: [] },
  ]);
});

test('Only what differs between runs of one build is left out.', () => {
  const of = (port: number, time: string, id: string): string =>
    `http://127.0.0.1:${port}/v2/users at ${time} after 1.5 s, [redacted:token:197:${id.slice(0, 12)}], ${id}, 12 of 30`;
  const one = of(41637, '2026-11-26T13:40:33.123Z', 'c288602c3686c288602c3686c288602c');
  const other = of(1, '2027-01-01T00:00:00Z', '0123456789ab0123456789ab01234567');
  expect(normalized(one)).toBe(normalized(other));
  expect(normalized(one)).toBe('http://<host>/v2/users at <time> after <duration>, [token], <id>, 12 of 30');
});

test.each([
  ['"tid":"9b069491aebd421a842c…', '"tid":"<id>…'],
  ['"ms": 12.5, "place": 3', '"ms":<duration>, "place": 3'],
  ['<testcase name="1" time="0.125">', '<testcase name="1" time="<duration>">'],
  [
    'ledger_conformance_duration_seconds{operation="x"} 1.5',
    'ledger_conformance_duration_seconds{operation="x"} <duration>',
  ],
  ['status=1 seconds=3.125 failed=2', 'status=1 seconds=<duration> failed=2'],
])('Durations in any format are left out: %s.', (text, steady) => {
  expect(normalized(text)).toBe(steady);
});
