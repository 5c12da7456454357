import { expect, onTestFinished, test, vi } from 'vitest';
import { createLimiter, type Limiter } from '../../wire/limiter.ts';

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

/** How many tasks of a batch are under way at most. */
async function mostAtOnce(limiter: ReturnType<typeof createLimiter>, tasks: number): Promise<number> {
  let running = 0;
  let most = 0;
  const task = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await pause(0);
    running -= 1;
  };
  await Promise.all(Array.from({ length: tasks }, () => limiter.run(task)));
  return most;
}

function fakeTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

function turnAway(limiter: ReturnType<typeof createLimiter>, times: number): void {
  for (let time = 0; time < times; time += 1) limiter.narrow();
}

test('A limiter that is told how long to wait narrows at once.', async () => {
  const limiter = createLimiter(8);
  limiter.narrow(true);
  expect(await mostAtOnce(limiter, 12)).toBe(4);
});

test('A target that turns away one in twenty at any pace is not slowed down for.', async () => {
  const limiter = createLimiter(8);
  for (let time = 0; time < 20; time += 1) {
    limiter.narrow();
    await mostAtOnce(limiter, 20);
  }
  expect(await mostAtOnce(limiter, 12)).toBe(8);
});

test('A narrowed limiter runs half as many, never none, and gets its width back task by task.', async () => {
  const limiter = createLimiter(8);
  turnAway(limiter, 5);
  expect(await mostAtOnce(limiter, 12)).toBe(8);
  turnAway(limiter, 3);
  expect(await mostAtOnce(limiter, 12)).toBe(4);
  await mostAtOnce(limiter, 3 * 50);
  expect(await mostAtOnce(limiter, 30)).toBe(7);
  // It was too many with eight under way: that is tried again, but later.
  await mostAtOnce(limiter, 10 * 50);
  expect(await mostAtOnce(limiter, 30)).toBe(8);
  const single = createLimiter(1);
  turnAway(single, 6);
  expect(await mostAtOnce(single, 3)).toBe(1);
});

test('Where one at a time is too many, starts keep their distance, which comes back with time.', async () => {
  fakeTime();
  const limiter = createLimiter(1);
  const lasting = async (tasks: number): Promise<number> => {
    const begun = performance.now();
    const starts = Array.from({ length: tasks }, () => limiter.run(async () => performance.now()));
    await vi.advanceTimersByTimeAsync(5_000);
    return Math.max(...(await Promise.all(starts))) - begun;
  };
  turnAway(limiter, 6);
  expect(await lasting(10)).toBeGreaterThanOrEqual(17);
  await lasting(2);
  expect(await lasting(1_000)).toBeLessThan(1_000);
});

test('Where slowing down does not help, it is given up, unless the target says how long to wait.', async () => {
  fakeTime();
  const limiter = createLimiter(8);
  const widths: number[] = [];
  const all = Array.from({ length: 3_000 }, (_, nth) =>
    limiter.run(async () => {
      await pause(10);
      if (nth % 5 === 0) limiter.narrow();
      widths.push(limiter.width());
    }),
  );
  await vi.advanceTimersByTimeAsync(600_000);
  await Promise.all(all);
  expect(Math.min(...widths)).toBe(1);
  expect(new Set(widths.slice(-500))).toEqual(new Set([8]));
  limiter.narrow(true);
  expect(limiter.width()).toBe(4);
});

test('Where slowing down is given up, no more run at once than the target takes connections.', async () => {
  fakeTime();
  const limiter = createLimiter(8);
  limiter.fitInto(2);
  const atOnce: number[] = [];
  let running = 0;
  const all = Array.from({ length: 450 }, (_, nth) =>
    limiter.run(async () => {
      running += 1;
      atOnce.push(running);
      await pause(10);
      if (nth % 5 === 0) limiter.narrow();
      running -= 1;
    }),
  );
  await vi.advanceTimersByTimeAsync(300_000);
  await Promise.all(all);
  expect(Math.max(...atOnce)).toBe(2);
  expect(new Set(atOnce.slice(-100))).toEqual(new Set([2]));
});

test('An urgent task comes before those that wait.', async () => {
  const limiter = createLimiter(1);
  const started: string[] = [];
  const task = (name: string, isUrgent?: boolean): Promise<unknown> =>
    limiter.run(async () => {
      started.push(name);
      await pause(1);
    }, isUrgent);
  await Promise.all([task('first'), task('second'), task('third'), task('urgent', true)]);
  expect(started).toEqual(['first', 'urgent', 'second', 'third']);
});

/** A target that takes so many tasks a second, and some more at once, as nginx does. */
function tokenBucket(rate: number, burst: number): () => boolean {
  let tokens = burst + 1;
  let at = performance.now();
  return () => {
    tokens = Math.min(burst + 1, tokens + ((performance.now() - at) * rate) / 1_000);
    at = performance.now();
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

test.each([
  [10, 5],
  [10, 20],
  [50, 20],
  [100, 20],
])('A limit of %i tasks a second is found soon, and then used.', async (rate, burst) => {
  fakeTime();
  const takes = tokenBucket(rate, burst);
  const begun = performance.now();
  const tasks = 60 * rate;
  let [sentLater, done] = [0, 0];
  // As two workers do, each with half of the concurrency.
  const workers = [createLimiter(16), createLimiter(16)].map(async (limiter) => {
    const once = async (): Promise<void> => {
      while (!(await limiter.run(async () => attempt(limiter)))) await pause(25);
      done += 1;
    };
    await Promise.all(Array.from({ length: tasks / 2 }, once));
  });
  const attempt = async (limiter: Limiter): Promise<boolean> => {
    if (performance.now() - begun > 2_000) sentLater += 1;
    await pause(2);
    const isTaken = takes();
    if (isTaken) limiter.accepted();
    else limiter.narrow();
    return isTaken;
  };
  for (let ms = 0; done < tasks && ms < 300_000; ms += 1_000) await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all(workers);
  expect(done).toBe(tasks);
  expect(performance.now() - begun).toBeLessThan(1.5 * 60_000);
  expect(sentLater).toBeLessThan(1.4 * tasks);
});
