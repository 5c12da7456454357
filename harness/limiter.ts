/** Runs tasks with at most `width` under way at once, and at most `rate` starts in a second where a rate is given. */
export interface Limiter {
  run<T>(task: () => Promise<T>): Promise<T>;
}

export function createLimiter(width: number, rate?: number): Limiter {
  let running = 0;
  let nextStart = 0;
  const waiting: (() => void)[] = [];
  const enter = async (): Promise<void> => {
    if (running >= width) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    if (rate === undefined) return;
    const now = performance.now();
    const start = Math.max(now, nextStart);
    nextStart = start + 1_000 / rate;
    if (start > now) await new Promise((resolve) => setTimeout(resolve, start - now));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
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
  };
}
