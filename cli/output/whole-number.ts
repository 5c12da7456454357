import { UsageError } from '../../settings/usage-error.ts';

/** The value of an option that takes a whole number. @throws UsageError where it is none, or out of bounds. */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new UsageError([`${option} takes a whole number from ${least} to ${most}.`]);
}
