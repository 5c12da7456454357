import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesFrom, draw, seedOf, textFrom } from '../../generators/seeding.ts';

const part = fc.oneof(fc.string(), fc.integer());

test('a seed is an int32 that depends on nothing but its parts', () => {
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const seed = seedOf(...parts);
      seedOf('something', 'in', 'between');
      expect(seedOf(...parts)).toBe(seed);
      expect(seed | 0).toBe(seed);
    }),
  );
});

test('parts that are joined, split or written as another type give another seed', () => {
  expect(seedOf('ab', 'c')).not.toBe(seedOf('a', 'bc'));
  expect(seedOf('a', 'b')).not.toBe(seedOf('a,b'));
  expect(seedOf(1)).not.toBe(seedOf('1'));
  expect(seedOf('a', 'b')).not.toBe(seedOf('b', 'a'));
});

test('the same seed draws the same values, and a larger count only appends', () => {
  const arbitrary = fc.record({ n: fc.integer(), s: fc.string() });
  const five = draw(arbitrary, 42, 5);
  draw(arbitrary, 43, 100);
  expect(draw(arbitrary, 42, 5)).toEqual(five);
  expect(draw(arbitrary, 42, 20).slice(0, 5)).toEqual(five);
  expect(draw(arbitrary, 43, 5)).not.toEqual(five);
});

test('text has the asked length and only characters of the alphabet', () => {
  fc.assert(
    fc.property(part, fc.nat({ max: 300 }), (seed, length) => {
      const text = textFrom([seed], 'abc-', length);
      expect(text).toHaveLength(length);
      expect(text).toMatch(/^[abc-]*$/);
      expect(textFrom([seed], 'abc-', length)).toBe(text);
    }),
  );
});

test('an alphabet without characters, or with more than a byte can choose from, is refused with a sentence', () => {
  expect(() => textFrom(['x'], '', 1)).toThrow('alphabet of 1 to 256 characters');
  expect(() => textFrom(['x'], 'x'.repeat(257), 1)).toThrow('alphabet of 1 to 256 characters');
});

test('bytes of different lengths for the same parts begin alike', () => {
  expect(bytesFrom(['x'], 64).subarray(0, 32)).toEqual(bytesFrom(['x'], 32));
  expect(bytesFrom(['x'], 0)).toHaveLength(0);
});
