import { expect, test } from 'vitest';
import { answersWanted } from '../../engine/check.ts';
import { drawStyle, rareTurnOf } from '../../engine/draw-style.ts';
import { ownConnections } from '../../wire/as-sent.ts';
import { framings } from '../../wire/client-style.ts';
import { clients } from '../../wire/clients.ts';

const drawn = Array.from({ length: 2_000 }, (_, index) =>
  drawStyle({ key: `seed/nonce/${index}`, run: 'r' }),
);

test('Every client and every way to write a body is drawn, and some requests have a connection of their own.', () => {
  expect(new Set(drawn.map(({ client }) => client.id)).size).toBe(clients.length);
  const exact = drawn.flatMap((each) => (each.exact === undefined ? [] : [each.exact.framing]));
  expect(new Set(exact).size).toBe(framings.length);
  expect(exact.length).toBeGreaterThan(60);
  expect(exact.length).toBeLessThan(150);
  const closing = drawn.filter(
    ({ exact, client }) => exact?.connection === 'close' && client.connection !== 'close',
  );
  expect(closing.length).toBeGreaterThan(3);
  expect(closing.length).toBeLessThan(exact.length / 2);
});

test('A client that sends several kilobytes of headers is drawn less often than others.', () => {
  const large = drawn.filter(({ client }) => client.isLarge);
  expect(large.length).toBeGreaterThan(10);
  expect(large.length).toBeLessThan(drawn.length / clients.length / 2);
});

test('The same key draws the same, another nonce other clients.', () => {
  expect(drawStyle({ key: 'a/b/1', run: 'r' })).toEqual(drawStyle({ key: 'a/b/1', run: 'r' }));
  const other = drawn.map((_, index) => drawStyle({ key: `seed/other/${index}`, run: 'r' }).client.id);
  expect(other).not.toEqual(drawn.map(({ client }) => client.id));
});

test('Over the answers wanted of a check, each way to write a body comes, on fresh and on kept connections.', () => {
  for (const check of ['one', 'another', 'a third']) {
    const exact = Array.from({ length: answersWanted }, (_, place) => rareTurnOf(place, check)).flatMap(
      (turn, place) =>
        turn === undefined ? [] : (drawStyle({ key: `${place}`, run: 'r' }, { turn }).exact ?? []),
    );
    expect(new Set(exact.map(({ framing }) => framing)).size).toBe(framings.length - 1);
    expect(new Set(exact.map(({ keptFor }) => keptFor))).toEqual(new Set([undefined, ownConnections]));
  }
});
