import { expect, test } from 'vitest';
import { createLargeArrivals } from '../../wire/large-arrivals.ts';

const mebibyte = 1024 ** 2;

function response(name: string, happened: string[]) {
  return {
    key: { name },
    control: { pause: () => happened.push(`${name} pauses`), resume: () => happened.push(`${name} resumes`) },
  };
}

test('Two large responses arrive at a time, the others in turn, and small ones whenever they come.', async () => {
  const happened: string[] = [];
  const arrivals = createLargeArrivals();
  const [a, b, c, d, small] = ['a', 'b', 'c', 'd', 'small'].map((name) => response(name, happened));
  if (a === undefined || b === undefined || c === undefined || d === undefined || small === undefined)
    throw new Error();
  for (const { key, control } of [a, b, c, d]) {
    arrivals.arrived(key, 5 * mebibyte, control);
    arrivals.arrived(key, 6 * mebibyte, control);
  }
  arrivals.arrived(small.key, mebibyte, small.control);
  expect(happened).toEqual(['c pauses', 'd pauses']);
  expect([a, c, small].map(({ key }) => arrivals.wasPaused(key))).toEqual([false, true, false]);
  arrivals.ended(small.key);
  arrivals.ended(b.key);
  await new Promise((resolve) => setImmediate(resolve));
  expect(happened.slice(2)).toEqual(['c resumes']);
  // It has not grown while it was paused, whatever its time is now.
  expect(arrivals.wasPaused(c.key)).toBe(true);
  // It was given up while it waited: its place is for nobody.
  arrivals.ended(d.key);
  arrivals.ended(a.key);
  arrivals.ended(c.key);
  expect(happened).toEqual(['c pauses', 'd pauses', 'c resumes']);
});
