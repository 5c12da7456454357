import { expect, test } from 'vitest';
import { growthOf } from './measured-growth.ts';

/** As many steps as are given, which V8 cannot leave out. */
function stepping(steps: number): number {
  let number = 1;
  for (let step = 0; step < steps; step += 1) number = (number * 48271) % 2147483647;
  return number;
}

const textOf = (size: number): string => 'a'.repeat(size);

test.each([
  ['in proportion to the text', (text: string) => stepping(20 * text.length)],
  [
    'of a way of reading that long texts need',
    ({ length }: string) => stepping(length * (length > 40_000 ? 80 : 10)),
  ],
])('Time %s does not grow faster than it.', (_, read) => {
  expect(growthOf(textOf, read)).toBeLessThan(3);
});

test('The square of the text is found.', { timeout: 60_000 }, () => {
  expect(growthOf(textOf, ({ length }) => stepping(length ** 2 / 80))).toBeGreaterThan(3);
});
