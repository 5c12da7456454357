import { expect, test } from 'vitest';
import { drawDress } from '../../session/draw-dress.ts';
import { clients } from '../../wire/clients.ts';

const drawn = Array.from({ length: 400 }, (_, index) => drawDress(`seed/nonce/${index}`));

test('Every client and every way to write a body is drawn, and some requests have a connection of their own.', () => {
  expect(new Set(drawn.map(({ client }) => client.id)).size).toBe(clients.length);
  const exact = drawn.flatMap((each) => (each.exact === undefined ? [] : [each.exact.framing]));
  expect(new Set(exact).size).toBe(4);
  expect(exact.length).toBeGreaterThan(15);
  expect(exact.length).toBeLessThan(80);
});

test('The same key draws the same, another nonce other clients.', () => {
  expect(drawDress('a/b/1')).toEqual(drawDress('a/b/1'));
  const other = drawn.map((_, index) => drawDress(`seed/other/${index}`).client.id);
  expect(other).not.toEqual(drawn.map(({ client }) => client.id));
});
