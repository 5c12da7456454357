import { expect, test } from 'vitest';
import { clockAheadIn } from '../../preflight/learn-tokens.ts';
import type { Exchange } from '../../wire/exchange.ts';

/** An answer of a target whose clock is so far ahead, in milliseconds; its Date is made somewhere between request and answer. */
function answered(aheadMs: number, at: number, made = 0.5, ms = 20): Exchange {
  const date = new Date(at + ms * made + aheadMs).toUTCString();
  return { id: 'x', at, ms, answer: { headers: [['Date', date]] } } as unknown as Exchange;
}

const begun = Date.UTC(2026, 10, 26, 12);
const several = (aheadMs: number): Exchange[] =>
  [0, 310, 640, 990].map((later, index) => answered(aheadMs, begun + later, index / 3));

test.each([0, 400, -700])('Clocks that may agree do: %i ms.', (ahead) => {
  expect(clockAheadIn(several(ahead))).toBe(0);
});

test.each([60, -60, 290, -290, 3_600])('A difference of %i s is known to a second.', (ahead) => {
  const found = clockAheadIn(several(ahead * 1_000 + 137));
  expect(Math.abs((found ?? 0) - ahead)).toBeLessThanOrEqual(1);
});

test('Of several clocks behind one address, none is believed by itself.', () => {
  const found = clockAheadIn([...several(0), answered(600_000, begun)]);
  expect(found).toBe(0);
});

test('Without a Date, or with one that is days away, the difference is not known.', () => {
  expect(
    clockAheadIn([{ id: 'x', at: begun, ms: 1, answer: { headers: [] } } as unknown as Exchange]),
  ).toBeNull();
  expect(clockAheadIn([answered(-40 * 86_400_000, begun)])).toBeNull();
  expect(clockAheadIn([])).toBeNull();
});
