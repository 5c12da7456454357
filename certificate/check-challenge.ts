import type { Report } from '../reports/report/report.ts';
import { BundleRefused } from './bundle-refused.ts';
import type { Implementation, OpenedChallenge } from './challenge.ts';
import { exchangeLines } from './evidence-lines.ts';
import type { Files } from './manifest.ts';

/**
 * Checks that a run answers a challenge: it used the nonce that follows from it, so that its requests depend on it, and began
 * while it was valid.
 * @throws BundleRefused with the first problem
 */
export function checkAnswers({ challenge, runNonce }: OpenedChallenge, { run }: Pick<Report, 'run'>): void {
  const { issuedAt, expiresAt } = challenge;
  if (run.nonce !== runNonce)
    refuse(
      'required-set',
      `The run does not answer the challenge: its nonce is ${run.nonce}, and that of the challenge is ${runNonce}. Run again with --challenge.`,
    );
  if (Date.parse(run.startedAt) < Date.parse(issuedAt))
    refuse(
      'required-set',
      `The run began at ${run.startedAt}, before the challenge was issued at ${issuedAt}.`,
    );
  if (Date.parse(run.startedAt) > Date.parse(expiresAt))
    refuse(
      'expired-or-secret',
      `The run began at ${run.startedAt}, after the challenge had expired at ${expiresAt}. Ask the certifier for another one.`,
    );
}

/**
 * Checks that every exchange was sent after the challenge was issued.
 * @throws BundleRefused at the first that was not, or does not say when
 */
export function checkSentAfter({ challenge: { issuedAt } }: OpenedChallenge, files: Files): void {
  for (const { id, at } of exchangeLines(files)) {
    if (at === undefined)
      refuse(
        'required-set',
        `The exchange ${id} does not say when it was sent, so it may be older than the challenge.`,
      );
    if (at < Date.parse(issuedAt))
      refuse(
        'required-set',
        `The exchange ${id} was sent at ${timeOf(at)}, before the challenge was issued at ${issuedAt}.`,
      );
  }
}

function timeOf(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString();
}

/**
 * Checks that a challenge may be used for a product.
 * @throws BundleRefused if it was issued for another one
 */
export function checkProduct({ challenge }: OpenedChallenge, implementation: Implementation): void {
  for (const member of ['organization', 'product', 'version'] as const) {
    const meant = challenge.implementation?.[member];
    if (meant !== undefined && meant !== implementation[member])
      refuse(
        'required-set',
        `The challenge was issued for the ${member} "${meant}", not for "${implementation[member]}".`,
      );
  }
}

/**
 * Checks that a run may begin with a challenge now.
 * @throws BundleRefused if it has expired, or is from the future
 */
export function checkCanBegin({ challenge: { issuedAt, expiresAt } }: OpenedChallenge, now: Date): void {
  if (now.getTime() < Date.parse(issuedAt))
    refuse(
      'expired-or-secret',
      `The challenge was issued at ${issuedAt}, which is in the future: it is ${now.toISOString()} here. Correct the clock.`,
    );
  if (now.getTime() > Date.parse(expiresAt))
    refuse('expired-or-secret', `The challenge expired at ${expiresAt}. Ask the certifier for another one.`);
}

function refuse(kind: BundleRefused['kind'], sentence: string): never {
  throw new BundleRefused(kind, sentence);
}
