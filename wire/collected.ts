import type { AnswerHead } from './answer-reader.ts';
import { type Bounds, keptOfBroken } from './bounds.ts';
import type { Exchange, FailureKind } from './exchange.ts';

/** What has arrived of a response. */
export interface Collected extends AnswerHead {
  chunks: Buffer[];
  bytes: number;
}

/** A failure of known kind, such as a limit that a response exceeded. */
export class Bounded extends Error {
  readonly kind: FailureKind;
  /** The error code of what went wrong, where there was an error. */
  readonly code: string | undefined;
  constructor(kind: FailureKind, message: string, code?: string) {
    super(message);
    this.kind = kind;
    this.code = code;
  }
}

/** Of a body that is too long, this much stays in memory: more than is kept of it, so that secrets at the cut are found. */
const keptOfEndless = 4 * keptOfBroken;

/** Takes a part of a body, and gives up on a body that is too long. */
export function takeChunk(
  into: Collected,
  chunk: Buffer,
  { bodyBytes }: Pick<Bounds, 'bodyBytes'>,
  giveUp: (error: Error) => void,
): void {
  into.bytes += chunk.length;
  if (into.bytes <= bodyBytes) {
    into.chunks.push(chunk);
    return;
  }
  const length = into.chunks.reduce((sum, each) => sum + each.length, 0);
  // A copy, so that the whole can be freed.
  into.chunks = [Buffer.concat(into.chunks, Math.min(length, keptOfEndless))];
  giveUp(new Bounded('endless', `The body is longer than ${bodyBytes} bytes.`));
}

/** How many bytes of each response arrive in any case. Reading a body leaves garbage of many times its size. */
const heldFrom = 1024 ** 2;

interface Control {
  pause(): void;
  resume(): void;
}

/** Lets one large response arrive at a time; the rest of the others is left with the target until it has ended. */
export function createLargeArrivals() {
  let arriving: object | undefined;
  const paused = new Map<object, Control>();
  /** Also those that have been resumed: their time may be up before anything more arrives. */
  const everPaused = new WeakSet<object>();
  return {
    /** So many bytes of a response have arrived. Pauses it, and resumes it when its turn comes. */
    arrived(response: object, bytes: number, control: Control): void {
      if (bytes <= heldFrom || arriving === response || paused.has(response)) return;
      if (arriving === undefined) {
        arriving = response;
        return;
      }
      paused.set(response, control);
      everPaused.add(response);
      control.pause();
    },
    /** Whether a response is or was paused: that it has not grown meanwhile is no fault of the target. */
    wasPaused: (response: object): boolean => everPaused.has(response),
    /** A response has ended in whichever way. */
    ended(response: object): void {
      paused.delete(response);
      if (arriving !== response) return;
      const [next] = paused;
      arriving = next?.[0];
      if (next === undefined) return;
      paused.delete(next[0]);
      // Later, as the one that has ended is still being read.
      setImmediate(() => next[1].resume());
    },
  };
}

/** How many bytes of responses may arrive in one process at a time. */
const arrivingAtMost = 32 * 1024 ** 2;

/**
 * How many responses like this one may arrive at once, at least one: a process that takes dozens of large ones at a time runs
 * out of memory before it has counted them.
 */
export function atOnce({ answer, failure }: Pick<Exchange, 'answer' | 'failure'>): number {
  if (failure?.kind === 'endless') return 1;
  const bytes = (answer?.body.length ?? 0) + (answer?.decoded?.length ?? 0);
  return Math.max(1, Math.floor(arrivingAtMost / Math.max(1, bytes)));
}
