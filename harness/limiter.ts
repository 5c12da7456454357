/** Runs tasks with at most `width` under way at once, and at most `rate` starts in a second where a rate is given. */
export interface Limiter {
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Halves how many may be under way; the width comes back one by one while nothing narrows it again. */
  narrow(): void;
}

/** Several answers to requests that overlapped are one reason to narrow, not several; milliseconds. */
const narrowOnceIn = 250;

/** After so many tasks the width grows by one. */
const widenAfter = 50;

export function createLimiter(width: number, rate?: number): Limiter {
  let running = 0;
  let current = width;
  let narrowedAt = Number.NEGATIVE_INFINITY;
  let doneSince = 0;
  let nextStart = 0;
  const waiting: (() => void)[] = [];
  const enter = async (): Promise<void> => {
    if (running >= current) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    if (rate === undefined) return;
    const now = performance.now();
    const start = Math.max(now, nextStart);
    nextStart = start + 1_000 / rate;
    if (start > now) await new Promise((resolve) => setTimeout(resolve, start - now));
  };
  const leave = (): void => {
    doneSince += 1;
    if (current < width && doneSince >= widenAfter) {
      doneSince = 0;
      current += 1;
    }
    running -= 1;
    while (running < current) {
      const next = waiting.shift();
      if (next === undefined) return;
      running += 1;
      next();
    }
  };
  return {
    async run(task) {
      await enter();
      try {
        return await task();
      } finally {
        leave();
      }
    },
    narrow() {
      const now = performance.now();
      if (now - narrowedAt < narrowOnceIn) return;
      narrowedAt = now;
      doneSince = 0;
      current = Math.max(1, Math.floor(current / 2));
    },
  };
}
