/** The progress of a run. */
export interface Progress {
  readonly done: number;
  /** How many requirements are broken so far, each on each operation, as the report counts them. */
  readonly failed: number;
  readonly total: number;
  /** Milliseconds since the first check started. */
  readonly elapsedMs: number;
  /** The tests of each of the concurrent queues. */
  readonly queues: readonly Queue[];
}

/** Tests that run one after another. */
export interface Queue {
  readonly done: number;
  readonly total: number;
}

/** One line, such as `  137 of 261 checks · 3 failed · about 4 s left`. */
export function progressLine({ done, failed, total, elapsedMs, queues }: Progress): string {
  const parts = [`${done} of ${total} checks`];
  if (failed > 0) parts.push(`${failed} failed`);
  const left = leftMs(elapsedMs, queues);
  if (left !== undefined) parts.push(`about ${duration(left)} left`);
  return `  ${parts.join(' · ')}`;
}

/** What must be done, of each queue and in time, before an estimate is worth anything: workers need time to start. */
const worth = { share: 0.1, elapsedMs: 1_500 };

/** The slowest queue decides. Undefined if nothing is left, or one of the queues has done too little to tell. */
function leftMs(elapsedMs: number, queues: readonly Queue[]): number | undefined {
  const open = queues.filter(({ done, total }) => done < total);
  if (open.length === 0 || elapsedMs < worth.elapsedMs) return undefined;
  if (open.some(({ done, total }) => done < worth.share * total)) return undefined;
  return Math.max(...open.map(({ done, total }) => (elapsedMs / done) * (total - done)));
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
