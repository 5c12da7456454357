import type { Operation } from '../requirements/requirement.ts';

/** A known failure of one target that its owner has accepted for a while. Days are those of UTC, such as 2026-01-31. */
export interface Waiver {
  readonly requirement: string;
  /** All operations of the requirement where it is left out. */
  readonly operation?: Operation;
  /** Words that the message of the expected finding contains. */
  readonly finding: string;
  /** Where the finding must be; any place where it is left out. */
  readonly pointer?: string;
  readonly reason: string;
  readonly owner: string;
  readonly issue: string;
  readonly created: string;
  /** The last day on which it counts. */
  readonly expires: string;
}

/** The longest that a waiver may last, in days. */
const longestWaiver = 90;

/** Days from one day to another; negative where the other is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

/** What a schema cannot say of a waiver's days, as a sentence that says what to write; undefined where they are right. */
export function wrongDays({ created, expires }: Waiver): string | undefined {
  const days = daysBetween(created, expires);
  if (days < 0)
    return `it expires on ${expires}, before it was created on ${created}. Correct one of the dates.`;
  return days > longestWaiver
    ? `it lasts ${days} days, but at most ${longestWaiver} are allowed. Let it expire earlier, and renew it then.`
    : undefined;
}
