import { setFlagsFromString } from 'node:v8';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attacks } from './attacks.ts';
import { readers } from './readers.ts';

/** From about 4 million characters on, a repetition overflows the stack of patterns that are not optimized. */
const length = 5_000_000;

/** These get texts that were cut, or requests of ours; they take seconds for millions of characters. */
const ofShortTexts = new Set(['lines of a terminal', 'curl']);

/** Each repeats characters of another class. */
const repeated = ['blanks', 'tabs', 'digits', 'source paths', 'beginnings of a JWT'];

/**
 * V8 no longer optimizes patterns once it has compiled a lot of them, as in a long run. A repetition then takes some of its
 * stack for each character, and a text of megabytes ends in an exception.
 */
beforeAll(() => setFlagsFromString('--no-regexp-optimization'));
afterAll(() => setFlagsFromString('--regexp-optimization'));

test('Without the optimization, a repetition overflows: else the tests below would show nothing.', () => {
  expect(() => /^[a-z]+$/.test('a'.repeat(length))).toThrow(RangeError);
});

test.each(Object.keys(readers).filter((name) => !ofShortTexts.has(name)))(
  'A text of megabytes does not overflow the stack of patterns: %s reads.',
  (name) => {
    for (const attack of repeated) {
      const [front, pump] = attacks[attack] ?? ['', ''];
      expect(() => readers[name]?.(front + pump.repeat(length / pump.length)), attack).not.toThrow();
    }
  },
  60_000,
);
