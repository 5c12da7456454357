/** The time that conductors go by; verification conducts again without waiting. */
export interface Clock {
  /** Milliseconds that only grow. */
  now(): number;
  wait(ms: number): Promise<void>;
}

export const wallClock: Clock = {
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
