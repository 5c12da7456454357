import { defaultBodyMebibytes } from '../settings/settings.ts';

/** Limits on everything a target can do to us, in bytes and milliseconds. */
export interface Bounds {
  readonly connectMs: number;
  readonly answerMs: number;
  /** How long a patient request waits: it tells a late response from none. */
  readonly patientMs: number;
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

/** A busy target may reject one request in three, so each is sent twice as often. */
export function boundsIfBusy(bounds: Bounds): Bounds {
  return { ...bounds, retries: 2 * bounds.retries };
}

/** The limits of a run with a timeout of `answerMs` for one whole response, and a limit for its body. */
export function boundsFor(answerMs: number, bodyMebibytes = defaultBodyMebibytes): Bounds {
  return {
    // Ends before the time for the response, so that a failure says what there was not.
    connectMs: Math.min(Math.ceil(0.9 * answerMs), 5_000),
    answerMs,
    patientMs: Math.min(4 * answerMs, answerMs + 10_000),
    headerBytes: 64 * 1024,
    bodyBytes: bodyMebibytes * 1024 ** 2,
    decodedBytes: 2 * bodyMebibytes * 1024 ** 2,
    retries: 4,
    slowAttempts: 2,
    retryAfterMs: 2_000,
  };
}
