import type { Profile } from '../profiles/profile.ts';
import { conductAgain, conductPreflightAgain } from '../reports/replay/conduct-again.ts';
import { differenceText } from '../reports/replay/conduct-difference.ts';
import type { Report } from '../reports/report/report.ts';
import { BundleRefused } from './bundle-refused.ts';
import { challengeFile } from './manifest.ts';
import type { OpenedBundle } from './opened-bundle.ts';

/**
 * Generates every case and every request of a conformant run again, from its seed, its nonce and the recorded responses, and
 * compares them with the evidence: nothing was left out, added or replaced. A run with findings is not generated again:
 * inventing them gains nothing, and some of its requests depend on the time that searches for smaller ones took. If it
 * answers a challenge, its preflight is: its requests depend on the nonce too.
 * @param bundle verified otherwise
 * @returns the number of requests of a conformant run
 * @throws BundleRefused with the first difference
 */
export async function conductEvidence(
  bundle: OpenedBundle,
  report: Report,
  profile: Profile,
): Promise<number> {
  const isConformant = report.verdict === 'conformant';
  if (!isConformant && !bundle.files.has(challengeFile)) return 0;
  const journal = bundle.journal();
  const again = isConformant ? conductAgain(journal, profile) : conductPreflightAgain(journal, profile);
  const [difference] = await again.catch(() => {
    // Whatever is in a bundle, verifying it does not fail.
    throw new BundleRefused(
      'schema',
      'The evidence has values that no run records, so it cannot be conducted again.',
    );
  });
  if (difference === undefined) return isConformant ? journal.exchanges.size : 0;
  throw new BundleRefused(
    'judgement',
    `The evidence is not what a run with seed ${report.run.seed} and nonce ${report.run.nonce} leads to: ${differenceText(difference)}.`,
  );
}
