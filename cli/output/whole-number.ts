import { UsageError } from '../../settings/usage-error.ts';

/** Parses an option that is a whole number. @throws UsageError if it is not one, or out of range. */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new UsageError([`${option} takes a whole number from ${least} to ${most}.`]);
}
