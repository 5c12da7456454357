import type { Report } from '../reports/report/report.ts';
import { BundleRefused } from './bundle-refused.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** The longest validity of a certificate in days, counted from the end of its run. */
export const longestValidity = 400;

/** By how much the clocks of signer, verifier and others may differ. */
export const tolerance = 60 * minute;

/**
 * Checks the times of a certificate against each other and the clock of the verifier.
 * @param notAfter when it expires, in ISO 8601
 * @throws BundleRefused with the first problem
 */
export function checkTimes({ run }: Report, notAfter: string, now: Date): void {
  const started = timeOf('The start of the run', run.startedAt);
  const finished = timeOf('The end of the run', run.finishedAt ?? '');
  const ends = timeOf('The end of the validity', notAfter);
  if (finished < started)
    refuse('required-set', `The run ended at ${run.finishedAt}, before it began at ${run.startedAt}.`);
  if (finished > now.getTime() + tolerance) {
    refuse(
      'expired-or-secret',
      `The run ended at ${run.finishedAt}, which is in the future: it is ${now.toISOString()} here. Correct the clock, if it is wrong.`,
    );
  }
  if (ends <= finished || ends - finished > longestValidity * day) {
    refuse(
      'expired-or-secret',
      `The certificate is valid from ${day10(run.finishedAt ?? '')} to ${day10(notAfter)}; at most ${longestValidity} days are allowed.`,
    );
  }
  if (ends < now.getTime()) refuse('expired-or-secret', `The certificate expired on ${day10(notAfter)}.`);
}

/** Times have one form only; another, such as one with a leap second, could be read as no time at all. */
function timeOf(what: string, text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time) || new Date(time).toISOString() !== text)
    return refuse('schema', `${what}, ${text}, is not a time as the suite writes it, such as ${example}.`);
  return time;
}

const example = '2026-01-31T12:00:00.000Z';

function day10(time: string): string {
  return time.slice(0, 10);
}

function refuse(kind: BundleRefused['kind'], sentence: string): never {
  throw new BundleRefused(kind, sentence);
}
