/** How a target is away: no connection is taken, or each ends without a response. */
export type Absence = 'refused' | 'closed';

/** How long a run has waited for a target that is away, and whether it waits longer. */
export interface Absences {
  /** Whether to keep waiting for a target that takes no connection, or ends each: it may be starting again. */
  mayReturn(why: Absence): boolean;
  /** Counts a completed wait for it; overlapping waits count once. */
  wasAway(why: Absence, ms: number): void;
}

/**
 * @param atMost how long to wait in all, in milliseconds
 * @param now a clock in milliseconds
 */
export function createAbsences(atMost: Readonly<Record<Absence, number>>, now: () => number): Absences {
  const away = { refused: 0, closed: 0 };
  let until = Number.NEGATIVE_INFINITY;
  return {
    mayReturn: (why) => away[why] < atMost[why],
    wasAway(why, ms) {
      const ended = now();
      away[why] += Math.max(0, ended - Math.max(ended - ms, until));
      until = ended;
    },
  };
}
