/** Bounds on everything a target can do to us; bytes and milliseconds. */
export interface Bounds {
  readonly connectMs: number;
  readonly answerMs: number;
  readonly headerBytes: number;
  readonly bodyBytes: number;
  readonly decodedBytes: number;
  readonly retries: number;
  readonly retryAfterMs: number;
}

/** Of an answer that did not arrive whole so many bytes of its body are kept: nothing is judged by them, and they may be many. */
export const keptOfBroken = 64 * 1024;

/** The bounds of a run in which one whole answer may take `answerMs`. */
export function boundsFor(answerMs: number): Bounds {
  return {
    connectMs: Math.min(answerMs, 5_000),
    answerMs,
    headerBytes: 64 * 1024,
    bodyBytes: 16 * 1024 * 1024,
    decodedBytes: 32 * 1024 * 1024,
    retries: 4,
    retryAfterMs: 2_000,
  };
}
