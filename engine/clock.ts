/** The time that a run goes by; verification conducts it again without waiting. */
export interface Clock {
  /** Milliseconds that only grow. */
  now(): number;
  wait(ms: number): Promise<void>;
}

/**
 * Reads the time when a request is sent, and when its response has ended: milliseconds since the session began, to a
 * hundredth. Each reading is greater than the one before, so that they also tell the order.
 */
export type ReadMoment = (exchange: string) => number;

/** Moments by a clock, from now on. */
export function momentsOf(clock: Clock): ReadMoment {
  const begun = clock.now();
  let last = -1;
  return () => {
    last = Math.max(last + 1, Math.round((clock.now() - begun) * 100));
    return last / 100;
  };
}

export const wallClock: Clock = {
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
