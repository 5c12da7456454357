import { expect, test } from 'vitest';
import { measureCapacity } from '../../preflight/capacity.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { type Coming, scriptedWire } from '../engine/scripted-wire.ts';

async function measured(script: (nth: number) => Coming, ms: (nth: number) => number = () => 1) {
  const wire = scriptedWire((_, nth) => script(nth));
  const seen: Exchange[] = [];
  let nth = 0;
  const timed = {
    ...wire,
    send: async (...parts: Parameters<typeof wire.send>) => {
      nth += 1;
      const own = nth;
      return { ...(await wire.send(...parts)), ms: ms(own) };
    },
  };
  const capacity = await measureCapacity(timed, 8, (exchange) => seen.push(exchange));
  return { capacity, seen, sent: wire.sent };
}

const unauthorized = { status: 401 };

test('A target that answers all of them has no limit worth knowing.', async () => {
  const { capacity, seen, sent } = await measured(() => unauthorized);
  expect(capacity).toBeUndefined();
  expect(seen).toHaveLength(8);
  expect(sent.every(({ credential }) => credential.length === 0)).toBe(true);
});

test.each<Coming>(['refused', 'closed', 'timeout', { status: 503 }, { status: 429 }])(
  'What it does not answer is one connection too many: %o.',
  async (coming) => {
    expect((await measured((nth) => (nth <= 6 ? unauthorized : coming))).capacity).toBe(6);
  },
);

test('An answer that came only after others had ended waited for them.', async () => {
  const { capacity } = await measured(
    () => unauthorized,
    (nth) => (nth % 8 === 1 || nth % 8 === 2 ? 5 : 4_000),
  );
  expect(capacity).toBe(2);
});

test('Answers that came late once are no limit: the machine was busy.', async () => {
  const { capacity, seen } = await measured(
    () => unauthorized,
    (nth) => (nth === 3 ? 4_000 : 5),
  );
  expect(capacity).toBeUndefined();
  expect(new Set(seen.map(({ id }) => id)).size).toBe(16);
});

test('A target that answers no request says nothing about its connection limit.', async () => {
  expect((await measured(() => 'closed')).capacity).toBeUndefined();
});
