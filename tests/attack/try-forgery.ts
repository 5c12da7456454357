import { filesInArchive } from '../../certificate/archive.ts';
import { BundleRefused, refusalStatus } from '../../certificate/refusal.ts';
import { knownHere } from '../../certificate/verifier.ts';
import { verifyBundle } from '../../certificate/verify-bundle.ts';
import { explained } from '../../cli/output/exit-status.ts';
import type { Attempt, Base } from './forgery.ts';

/** How `verify` ends: 0 if it accepts the bundle, and what it says otherwise. */
export interface Ended {
  readonly status: number;
  readonly said: string;
}

/** Does what `verify` does, in this process. */
export async function tryBundle(base: Base, attempt: Attempt): Promise<Ended> {
  const { archive, files: given = base.files, now = new Date(), ...demands } = attempt;
  try {
    const files = archive === undefined ? given : filesInArchive(archive);
    const trust = { trusted: [base.vendor], threshold: 1, ...demands };
    await verifyBundle(files, { ...knownHere(), ...trust, now });
    return { status: 0, said: 'valid' };
  } catch (error) {
    if (error instanceof BundleRefused) return { status: refusalStatus(error.kind), said: error.message };
    const { status, lines } = explained(error);
    return { status, said: lines.join(' ') };
  }
}
