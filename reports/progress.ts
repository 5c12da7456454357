/** How far a run is. */
export interface Progress {
  readonly done: number;
  readonly failed: number;
  readonly total: number;
  /** Since the first check began. */
  readonly elapsedMs: number;
}

/** One line, such as `  137 of 261 checks · 3 failed · about 4 s left`. */
export function progressLine({ done, failed, total, elapsedMs }: Progress): string {
  const parts = [`${done} of ${total} checks`];
  if (failed > 0) parts.push(`${failed} failed`);
  // The first few checks say little about the others.
  if (done >= 5 && done < total) parts.push(`about ${duration((elapsedMs / done) * (total - done))} left`);
  return `  ${parts.join(' · ')}`;
}

function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

/** Whether a log without a terminal gets another line: at each tenth of the run, or after five seconds of silence. */
export function isDue(now: Progress, last: Progress): boolean {
  const tenth = ({ done, total }: Progress): number => Math.floor((10 * done) / Math.max(1, total));
  return now.done > last.done && (tenth(now) > tenth(last) || now.elapsedMs - last.elapsedMs >= 5_000);
}
