import { expect, test } from 'vitest';
import { createLimiter } from '../../wire/limiter.ts';

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
  turnAway(limiter, 3);
  expect(await mostAtOnce(limiter, 12)).toBe(8);
  turnAway(limiter, 3);
  expect(await mostAtOnce(limiter, 12)).toBe(4);
  await mostAtOnce(limiter, 3 * 50);
  expect(await mostAtOnce(limiter, 30)).toBe(7);
  // It was too many with eight under way: that is tried again, but later.
  await mostAtOnce(limiter, 10 * 50);
  expect(await mostAtOnce(limiter, 30)).toBe(8);
  const single = createLimiter(1);
  turnAway(single, 4);
  expect(await mostAtOnce(single, 3)).toBe(1);
});

test('Where one at a time is too many, starts keep their distance, which comes back with time.', async () => {
  const limiter = createLimiter(1);
  const lasting = async (tasks: number): Promise<number> => {
    const begun = performance.now();
    await Promise.all(Array.from({ length: tasks }, () => limiter.run(async () => undefined)));
    return performance.now() - begun;
  };
  turnAway(limiter, 4);
  expect(await lasting(10)).toBeGreaterThanOrEqual(17);
  await pause(600);
  await lasting(2);
  expect(await lasting(1_000)).toBeLessThan(1_000);
});

test('Where slowing down does not help, it is given up, unless the target says how long to wait.', async () => {
  const limiter = createLimiter(8);
  for (let time = 0; time < 200; time += 1) {
    turnAway(limiter, 4);
    await limiter.run(() => pause(10));
  }
  expect(await mostAtOnce(limiter, 12)).toBe(8);
  limiter.narrow(true);
  expect(await mostAtOnce(limiter, 12)).toBe(4);
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

test('It tells when none waits and less than half of the width is used, and only then.', async () => {
  const limiter = createLimiter(4);
  const ends: (() => void)[] = [];
  const tasks = Array.from({ length: 6 }, () =>
    limiter.run(() => new Promise<void>((end) => ends.push(end))),
  );
  let isFree = false;
  const free = limiter.whenFree().then(() => {
    isFree = true;
  });
  await pause(1);
  for (let ended = 1; ended <= 5; ended += 1) {
    ends.shift()?.();
    await pause(1);
    expect([ended, isFree]).toEqual([ended, ended === 5]);
  }
  await free;
  ends.shift()?.();
  await Promise.all(tasks);
});
