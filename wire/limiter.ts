/** Runs at most `width` tasks concurrently and, if there is a rate, starts at most `rate` tasks per second. */
export interface Limiter {
  /** @param isUrgent whether the task comes before all that wait */
  run<T>(task: () => Promise<T>, isUrgent?: boolean): Promise<T>;
  /**
   * Reports a task that was rejected as one too many. If one in ten is, or the target said how long to wait, this
   * halves the concurrency or, if it is already one, doubles the time between starts. Both recover gradually, so the
   * pace settles near what the target accepts. A target that rejects some tasks at any pace is not slowed down for.
   */
  narrow(wasTold?: boolean): void;
  /** Runs no more tasks at once than this until many have succeeded: the target takes no more connections. */
  fitInto(width: number): void;
  /** The current concurrency. */
  width(): number;
  /** Resolves the next time that a task ends, none waits, and less than half of the concurrency is used. */
  whenFree(): Promise<void>;
}

/** How many of the last `of` tasks must have been rejected. */
const tooMany = { turnedAway: 4, of: 40 };

/** Rejections of overlapping requests within this time count once; in milliseconds. */
const narrowOnceIn = 100;

/** After this many tasks, the width grows by one. */
const widenAfter = 50;

/** If that width was too much before, widening takes this many times as long. */
const warier = 10;

/** Milliseconds between two starts if even one task at a time is too many: first, maximum, and shrinking over time. */
const gaps = { first: 2, most: 100, shrink: 0.8, afterMs: 500 };

export function createLimiter(width: number, rate?: number): Limiter {
  const pace = createPace(width);
  const waiting: (() => void)[] = [];
  let onFree: (() => void)[] = [];
  let running = 0;
  let nextStart = 0;
  const enter = async (isUrgent: boolean): Promise<void> => {
    const wait = (resolve: () => void): unknown =>
      isUrgent ? waiting.unshift(resolve) : waiting.push(resolve);
    if (running >= pace.width()) await new Promise<void>(wait);
    else running += 1;
    const between = Math.max(pace.gap(), rate === undefined ? 0 : 1_000 / rate);
    if (between === 0) return;
    const now = performance.now();
    const start = Math.max(now, nextStart);
    nextStart = start + between;
    if (start > now) await new Promise((resolve) => setTimeout(resolve, start - now));
  };
  const leave = (): void => {
    pace.recover();
    running -= 1;
    while (running < pace.width()) {
      const next = waiting.shift();
      if (next === undefined) break;
      running += 1;
      next();
    }
    if (onFree.length === 0 || waiting.length > 0 || running * 2 >= pace.width()) return;
    const told = onFree;
    onFree = [];
    for (const tell of told) tell();
  };
  return {
    async run(task, isUrgent = false) {
      await enter(isUrgent);
      try {
        return await task();
      } finally {
        leave();
      }
    },
    narrow: pace.narrow,
    fitInto: pace.fitInto,
    width: pace.width,
    whenFree: () => new Promise((resolve) => onFree.push(resolve)),
  };
}

/** The current concurrency, and the milliseconds between two starts. */
interface Pace {
  width(): number;
  gap(): number;
  /** A task is done. */
  recover(): void;
  narrow(wasTold?: boolean): void;
  fitInto(width: number): void;
}

function createPace(width: number): Pace {
  let current = width;
  /** The highest pace that the target has accepted so far. */
  let fits = width;
  let narrowedAt = Number.NEGATIVE_INFINITY;
  let doneSince = 0;
  let done = 0;
  let turnedAway: number[] = [];
  let gap = 0;
  /** Slowing down has not helped. */
  let inVain = false;
  let shrunkAt = Number.NEGATIVE_INFINITY;
  return {
    width: () => current,
    gap: () => gap,
    fitInto(most) {
      current = Math.max(1, Math.min(current, most));
      fits = current;
      doneSince = 0;
    },
    recover() {
      done += 1;
      doneSince += 1;
      if (gap > 0) {
        doneSince = 0;
        const now = performance.now();
        if (now - Math.max(narrowedAt, shrunkAt) < gaps.afterMs) return;
        shrunkAt = now;
        gap = gap * gaps.shrink < gaps.first ? 0 : gap * gaps.shrink;
      } else if (current < width && doneSince >= widenAfter * (current < fits ? 1 : warier)) {
        doneSince = 0;
        current += 1;
      }
    },
    narrow(wasTold = false) {
      const now = performance.now();
      turnedAway = [...turnedAway.filter((at) => at > done - tooMany.of), done];
      if (inVain && !wasTold) return;
      if ((!wasTold && turnedAway.length < tooMany.turnedAway) || now - narrowedAt < narrowOnceIn) return;
      narrowedAt = now;
      doneSince = 0;
      if (gap === gaps.most && !wasTold) {
        // A rate limit would allow this pace: the target rejects some requests at any pace.
        inVain = true;
        gap = 0;
        current = width;
        return;
      }
      fits = Math.max(1, current - 1);
      if (current > 1) current = Math.floor(current / 2);
      else gap = Math.min(gaps.most, Math.max(gaps.first, gap * 2));
    },
  };
}
