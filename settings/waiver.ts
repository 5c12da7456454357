import type { Operation } from '../requirements/requirement.ts';

/** A known failure of one target that its owner has temporarily accepted. Days are in UTC, such as 2026-01-31. */
export interface Waiver {
  readonly requirement: string;
  /** Default: all operations of the requirement. */
  readonly operation?: Operation;
  /** Text that the message of the expected finding contains. */
  readonly finding: string;
  /** Where the finding must be; default: anywhere. */
  readonly pointer?: string;
  readonly reason: string;
  readonly owner: string;
  readonly issue: string;
  readonly created: string;
  /** The last day on which it is valid. */
  readonly expires: string;
}

/** The maximum duration of a waiver, in days. */
const longestWaiver = 90;

/** Days from one day to another; negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

/**
 * A problem with the days of a waiver that the schema cannot express, as a sentence; undefined if there is none.
 * @param today if it is read today: one that is created later would be valid for longer
 */
export function wrongDays({ created, expires }: Waiver, today?: string): string | undefined {
  // In another time zone it is tomorrow.
  if (today !== undefined && daysBetween(today, created) > 1)
    return `it was created on ${created}, which is in the future. Correct that date.`;
  const days = daysBetween(created, expires);
  if (days < 0)
    return `it expires on ${expires}, before it was created on ${created}. Correct one of the dates.`;
  return days > longestWaiver
    ? `it lasts ${days} days, but at most ${longestWaiver} are allowed. Let it expire earlier, and renew it then.`
    : undefined;
}
