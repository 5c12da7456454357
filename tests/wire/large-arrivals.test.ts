import { expect, test } from 'vitest';
import { createLargeArrivals } from '../../wire/collected.ts';

const mebibyte = 1024 ** 2;

function response(name: string, happened: string[]) {
  return {
    key: { name },
    control: { pause: () => happened.push(`${name} pauses`), resume: () => happened.push(`${name} resumes`) },
  };
}

test('One large response arrives at a time, the others in turn, and small ones whenever they come.', async () => {
  const happened: string[] = [];
  const arrivals = createLargeArrivals();
  const [a, b, c, small] = ['a', 'b', 'c', 'small'].map((name) => response(name, happened));
  if (a === undefined || b === undefined || c === undefined || small === undefined) throw new Error();
  for (const { key, control } of [a, b, c]) {
    arrivals.arrived(key, 5 * mebibyte, control);
    arrivals.arrived(key, 6 * mebibyte, control);
  }
  arrivals.arrived(small.key, mebibyte, small.control);
  expect(happened).toEqual(['b pauses', 'c pauses']);
  expect([a, b, small].map(({ key }) => arrivals.wasPaused(key))).toEqual([false, true, false]);
  arrivals.ended(small.key);
  arrivals.ended(a.key);
  await new Promise((resolve) => setImmediate(resolve));
  expect(happened.slice(2)).toEqual(['b resumes']);
  // It has not grown while it was paused, whatever its time is now.
  expect(arrivals.wasPaused(b.key)).toBe(true);
  // It was given up while it waited: its place is for nobody.
  arrivals.ended(c.key);
  arrivals.ended(b.key);
  expect(happened).toEqual(['b pauses', 'c pauses', 'b resumes']);
});
