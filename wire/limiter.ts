/** Runs at most `width` tasks concurrently and, if there is a rate, starts at most `rate` tasks per second. */
export interface Limiter {
  /** @param isUrgent whether the task comes before all that wait */
  run<T>(task: () => Promise<T>, isUrgent?: boolean): Promise<T>;
  /**
   * Reports a task that was rejected as one too many. If one in seven is, or the target said how long to wait, this
   * halves the concurrency or, if it is already one, doubles the time between starts. Both recover gradually, and warily
   * near the pace that was too much before, so that the pace settles near what the target accepts. A target that rejects
   * some tasks at any pace is not slowed down for.
   */
  narrow(wasTold?: boolean): void;
  /** A task was not rejected: the slower pace that is tried next is not far below what the target accepts now. */
  accepted(): void;
  /** Runs no more tasks at once than this until many have succeeded: the target takes no more connections. */
  fitInto(width: number): void;
  /** The current concurrency. */
  width(): number;
}

/** How many of the last `of` tasks must have been rejected, and how many show that the pace itself is too high. */
const tooMany = { turnedAway: 6, of: 40, most: 20 };

/** Rejections of overlapping requests within this time count once; in milliseconds. */
const narrowOnceIn = 100;

/** After this many tasks, the width grows by one. */
const widenAfter = 50;

/** If that width was too much before, widening takes this many times as long. */
const warier = 10;

/**
 * Milliseconds between two starts if even one task at a time is too many: first, maximum (per process, so that a whole run goes
 * down to some eight requests a second), and by how much it shrinks over time and grows: less near what was too short before,
 * until that is forgotten.
 */
const gaps = {
  first: 2,
  most: 250,
  shrinking: { by: 0.8, afterMs: 500 },
  warily: { by: 0.95, afterMs: 2_000 },
  forgetting: 0.85,
  growing: 2,
  growingAgain: 1.3,
};

export function createLimiter(width: number, rate?: number): Limiter {
  const pace = createPace(width);
  const waiting: (() => void)[] = [];
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
  };
  return {
    ...pace,
    async run(task, isUrgent = false) {
      await enter(isUrgent);
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}

/** After this many tasks with a gap, of which too many were still rejected, going without is tried once. */
const pacedInVain = 100;

/** Within which time accepted tasks tell what the target accepts, in milliseconds, and how much slower than that to go at most. */
const measured = { withinMs: 1_000, slower: 1.5 };

/** Measures how many tasks are accepted, and which gap between two starts is certainly enough for as many. */
function createAcceptance(): { add(): void; gap(): number } {
  let times: number[] = [];
  const recent = (): number[] => {
    const from = performance.now() - measured.withinMs;
    times = times.filter((at) => at > from);
    return times;
  };
  return {
    add: () => void recent().push(performance.now()),
    gap: () => (measured.slower * measured.withinMs) / Math.max(1, recent().length),
  };
}

/** The time between two starts, in milliseconds; 0 if there need be none. */
function createGap() {
  const acceptance = createAcceptance();
  let gap = 0;
  /** The gap that was too short last. */
  let tooShort = 0;
  let changedAt = Number.NEGATIVE_INFINITY;
  let hasShrunk = false;
  return {
    ms: () => gap,
    set(ms: number): void {
      gap = ms;
      changedAt = performance.now();
    },
    /** Nothing was too many. */
    shrink(): void {
      const now = performance.now();
      const { by, afterMs } = gap * gaps.shrinking.by < tooShort ? gaps.warily : gaps.shrinking;
      if (now - changedAt < afterMs) return;
      changedAt = now;
      hasShrunk = true;
      tooShort *= gaps.forgetting;
      gap = gap * by < gaps.first ? 0 : gap * by;
    },
    /** Even this was too short. */
    grow(): void {
      const longer = gap * (hasShrunk ? gaps.growingAgain : gaps.growing);
      hasShrunk = false;
      changedAt = performance.now();
      tooShort = gap;
      gap = Math.min(gaps.most, Math.max(gaps.first, longer), Math.max(gaps.first, gap, acceptance.gap()));
    },
    accepted: acceptance.add,
  };
}

/** The current concurrency, and the milliseconds between two starts. */
function createPace(width: number) {
  const gap = createGap();
  let current = width;
  /** How many connections the target takes, as far as that is known. */
  let room = width;
  /** The highest pace that the target has accepted so far. */
  let fits = width;
  let narrowedAt = Number.NEGATIVE_INFINITY;
  let doneSince = 0;
  let done = 0;
  let turnedAway: number[] = [];
  let pacedTasks = 0;
  /** Slowing down has not helped, with this gap; `never` where going faster again showed that it had. */
  let inVain: number | 'never' | undefined;
  return {
    width: () => current,
    gap: gap.ms,
    fitInto(most: number): void {
      room = Math.max(1, Math.min(current, most));
      current = room;
      fits = room;
      doneSince = 0;
    },
    /** A task is done. */
    recover(): void {
      done += 1;
      doneSince += 1;
      if (gap.ms() > 0) {
        pacedTasks += 1;
        doneSince = 0;
        gap.shrink();
      } else if (current < width && doneSince >= widenAfter * (current < fits ? 1 : warier)) {
        doneSince = 0;
        current += 1;
      }
    },
    accepted: gap.accepted,
    narrow(wasTold = false): void {
      const now = performance.now();
      turnedAway = [...turnedAway.filter((at) => at > done - tooMany.of), done];
      if (typeof inVain === 'number' && turnedAway.length >= tooMany.most) {
        current = 1;
        gap.set(inVain);
        inVain = 'never';
      }
      if (typeof inVain === 'number' && !wasTold) return;
      if ((!wasTold && turnedAway.length < tooMany.turnedAway) || now - narrowedAt < narrowOnceIn) return;
      narrowedAt = now;
      doneSince = 0;
      if (pacedTasks >= pacedInVain && !wasTold && inVain === undefined) {
        // Perhaps the target rejects some tasks at any pace. If it rejects more of them without a gap, there is a limit.
        inVain = gap.ms();
        turnedAway = [];
        gap.set(0);
        current = room;
        return;
      }
      fits = Math.max(1, current - 1);
      if (current > 1) current = Math.floor(current / 2);
      else gap.grow();
    },
  };
}
