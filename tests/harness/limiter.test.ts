import { expect, test } from 'vitest';
import { createLimiter } from '../../harness/limiter.ts';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('At most so many tasks are under way at once as the width says, and all of them are done.', async () => {
  const limiter = createLimiter(3);
  let running = 0;
  let most = 0;
  const done = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      limiter.run(async () => {
        running += 1;
        most = Math.max(most, running);
        await pause(1);
        running -= 1;
        return index;
      }),
    ),
  );
  expect(most).toBe(3);
  expect(done).toEqual(Array.from({ length: 20 }, (_, index) => index));
});

test('A task that fails gives its place back.', async () => {
  const limiter = createLimiter(1);
  await expect(limiter.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await limiter.run(async () => 'next')).toBe('next');
});

test('Tasks start in the order in which they came.', async () => {
  const limiter = createLimiter(2);
  const started: number[] = [];
  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      limiter.run(async () => {
        started.push(index);
        await pause(1);
      }),
    ),
  );
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('At most so many tasks start in a second as the rate says.', async () => {
  const limiter = createLimiter(10, 100);
  const starts: number[] = [];
  await Promise.all(
    Array.from({ length: 11 }, () =>
      limiter.run(async () => {
        starts.push(performance.now());
      }),
    ),
  );
  const [first = 0] = starts;
  expect(Math.max(...starts) - first).toBeGreaterThanOrEqual(95);
});
