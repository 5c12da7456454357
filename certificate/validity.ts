import type { Report } from '../reports/report/report.ts';
import { refuse } from './refusal.ts';

const minute = 60_000;

/** In milliseconds. */
export const day = 24 * 60 * minute;

/** The longest validity of a certificate in days, counted from the end of its run. */
export const longestValidity = 400;

/** By how many milliseconds the clocks of signer, verifier and others may differ. */
export const tolerance = 60 * minute;

/** When a certificate expires, in ISO 8601: so many days after the end of its run. */
export function notAfterOf({ run }: Report, validDays: number): string {
  return new Date(Date.parse(run.finishedAt ?? run.startedAt) + validDays * day).toISOString();
}

/**
 * Says if a run ended before it began.
 * @param notAfter when the certificate expires, in ISO 8601
 * @throws BundleRefused if a time is not written as one
 */
export function timesProblem({ run }: Report, notAfter: string): string | undefined {
  requireTime('The start of the run', run.startedAt);
  requireTime('The end of the run', run.finishedAt ?? '');
  requireTime('The end of the validity', notAfter);
  if (Date.parse(run.finishedAt ?? '') < Date.parse(run.startedAt))
    return `The run ended at ${run.finishedAt}, before it began at ${run.startedAt}.`;
  return undefined;
}

/** Says if a certificate is from the future, valid for longer than allowed, or expired. */
export function validityProblem({ run }: Report, notAfter: string, now: Date): string | undefined {
  const [finished, ends] = [Date.parse(run.finishedAt ?? ''), Date.parse(notAfter)];
  if (finished > now.getTime() + tolerance)
    return `The run ended at ${run.finishedAt}, which is in the future: it is ${now.toISOString()} here. Correct the clock, if it is wrong.`;
  if (ends <= finished || ends - finished > longestValidity * day)
    return `The certificate is valid from ${dayOf(run.finishedAt ?? '')} to ${dayOf(notAfter)}; at most ${longestValidity} days are allowed.`;
  if (ends < now.getTime()) return `The certificate expired on ${dayOf(notAfter)}.`;
  return undefined;
}

/** Times have one form only; another, such as one with a leap second, could be read as no time at all. */
export function isTime(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}

function requireTime(what: string, text: string): void {
  if (!isTime(text))
    refuse(
      'schema',
      `${what}, ${text}, is not a time as the suite writes it, such as 2026-01-31T12:00:00.000Z.`,
    );
}

function dayOf(time: string): string {
  return time.slice(0, 10);
}
