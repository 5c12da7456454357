/** Limits on everything a target can do to us, in bytes and milliseconds. */
export interface Bounds {
  readonly connectMs: number;
  readonly answerMs: number;
  readonly headerBytes: number;
  readonly bodyBytes: number;
  readonly decodedBytes: number;
  readonly retries: number;
  /** Attempts of a request whose response used up the whole time or size limit. */
  readonly slowAttempts: number;
  readonly retryAfterMs: number;
}

/** How many bytes of an incomplete body are kept as evidence; nothing is judged by them. */
export const keptOfBroken = 64 * 1024;

/** The limits of a run with a timeout of `answerMs` for one whole response. */
export function boundsFor(answerMs: number): Bounds {
  return {
    connectMs: Math.min(answerMs, 5_000),
    answerMs,
    headerBytes: 64 * 1024,
    bodyBytes: 16 * 1024 * 1024,
    decodedBytes: 32 * 1024 * 1024,
    retries: 4,
    slowAttempts: 2,
    retryAfterMs: 2_000,
  };
}
