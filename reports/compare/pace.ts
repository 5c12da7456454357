import { type Answers, middleOf } from '../report/durations.ts';
import type { ComparedPace } from './comparison.ts';

/** The median duration of complete answers, and its spread. */
export function paceOf({ byPace }: Pick<Answers, 'byPace'>): ComparedPace {
  const count = Object.values(byPace).reduce((sum, weight) => sum + weight, 0);
  const weighted = Object.entries(byPace).map(
    ([paceClass, weight]) => [middleOf(Number(paceClass)), weight] as const,
  );
  const median = medianOf(weighted, count);
  const spread = medianOf(
    weighted.map(([ms, weight]) => [Math.abs(ms - median), weight] as const),
    count,
  );
  return { answers: count, median: rounded(median), spread: rounded(spread) };
}

function medianOf(weighted: readonly (readonly [value: number, weight: number])[], total: number): number {
  let seen = 0;
  for (const [value, weight] of [...weighted].sort(([a], [b]) => a - b)) {
    seen += weight;
    if (seen * 2 >= total) return value;
  }
  return 0;
}

function rounded(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}

/** A difference must exceed this to be more than noise. */
const noise = { answers: 20, errors: 3, share: 0.2, ms: 2 } as const;

/**
 * The standard error of a median, from the median absolute deviation (MAD). For normally distributed durations, 1.4826
 * converts a MAD into a standard deviation, and 1.2533 (√(π/2)) the error of a mean into that of a median.
 */
function medianError({ answers, spread }: ComparedPace): number {
  return (1.2533 * 1.4826 * spread) / Math.sqrt(answers);
}

/**
 * Whether medians differ beyond noise: with twenty or more answers on both sides, by more than three times the larger
 * standard error, the larger spread, a fifth of the smaller median, and two milliseconds. The spread counts because
 * answers of one run share its load: thousands of answers make the error small, but say nothing about the load of the
 * next run.
 */
export function differs(one: ComparedPace, other: ComparedPace): boolean {
  const by = Math.abs(one.median - other.median);
  return (
    Math.min(one.answers, other.answers) >= noise.answers &&
    by > noise.errors * Math.max(medianError(one), medianError(other)) &&
    by > Math.max(one.spread, other.spread) &&
    by > noise.share * Math.min(one.median, other.median) &&
    by > noise.ms
  );
}
