import { type Bounds, keptOfBroken } from './bounds.ts';
import type { FailureKind, HeaderPair } from './exchange.ts';

/** What has arrived of a response. */
export interface Collected {
  status: number;
  reason: string;
  headers: HeaderPair[];
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
  into.chunks = [beginningOf(into.chunks, keptOfEndless)];
  giveUp(new Bounded('endless', `The body is longer than ${bodyBytes} bytes.`));
}

/** A copy, so that the whole can be freed. */
function beginningOf(chunks: readonly Buffer[], length: number): Buffer {
  const taken: Buffer[] = [];
  let left = length;
  for (const chunk of chunks) {
    if (left <= 0) break;
    taken.push(chunk.subarray(0, left));
    left -= chunk.length;
  }
  return Buffer.concat(taken);
}
