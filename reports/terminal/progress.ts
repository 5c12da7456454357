/** The progress of a run. */
export interface Progress {
  readonly done: number;
  readonly failed: number;
  readonly total: number;
  /** Milliseconds since the first check started. */
  readonly elapsedMs: number;
  /** The progress in cases, for each of the concurrent queues. */
  readonly queues: readonly Queue[];
}

/** Tests that run one after another; counted in cases, because a partition of a soak has thousands of them. */
export interface Queue {
  readonly done: number;
  readonly total: number;
}

/** One line, such as `  137 of 261 checks · 3 failed · about 4 s left`. */
export function progressLine({ done, failed, total, elapsedMs, queues }: Progress): string {
  const parts = [`${done} of ${total} checks`];
  if (failed > 0) parts.push(`${failed} failed`);
  // The first few checks are too few for an estimate.
  if (done >= 5 && done < total) parts.push(`about ${duration(leftMs(elapsedMs, queues))} left`);
  return `  ${parts.join(' · ')}`;
}

/** The slowest queue decides. */
function leftMs(elapsedMs: number, queues: readonly Queue[]): number {
  return Math.max(
    ...queues.map(({ done, total }) => (elapsedMs / Math.max(1, done)) * Math.max(0, total - done)),
  );
}

function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

/** Whether a log without a terminal is due another line: every tenth of the run, or after five seconds of silence. */
export function isDue(now: Progress, last: Progress): boolean {
  const tenth = ({ done, total }: Progress): number => Math.floor((10 * done) / Math.max(1, total));
  return now.done > last.done && (tenth(now) > tenth(last) || now.elapsedMs - last.elapsedMs >= 5_000);
}
