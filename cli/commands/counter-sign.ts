import type { ClaimedKind } from '../../certificate/assurance.ts';
import { withoutStale } from '../../certificate/attachments/attachments.ts';
import { readBundle, saveBundle } from '../../certificate/bundle-store.ts';
import { type NamedKey, readPublicKey } from '../../certificate/keys.ts';
import { testResultFile, verdictFile } from '../../certificate/manifest.ts';
import { counterSigned, envelopeOf } from '../../certificate/signed-document.ts';
import { jsonFile } from '../../certificate/strict-json.ts';
import { knownHere } from '../../certificate/verifier.ts';
import { verifyBundle } from '../../certificate/verify-bundle.ts';
import { UsageError } from '../../settings/usage-error.ts';
import type { Options } from '../options.ts';
import { orRefusal } from '../output/bundle-refusal.ts';
import { exitStatus } from '../output/exit-status.ts';
import { say } from '../output/say.ts';

/** Verifies a bundle that all given signers signed, and adds signatures to it; a refused one has the status of `verify`. */
export async function counterSign(
  from: string,
  { bundle: to, signer: signers = [], profile }: Options<'certify'>,
  keys: readonly NamedKey[],
): Promise<number> {
  if (signers.length === 0) {
    throw new UsageError([
      '--signer FILE is missing: give the public key that the bundle was signed with; the bundle is verified before you sign it.',
    ]);
  }
  const trusted = signers.map(readPublicKey);
  const threshold = new Set(trusted.map(({ id }) => id)).size;
  return orRefusal(
    async () => {
      const before = readBundle(from);
      const files = new Map(before);
      const verified = await verifyBundle(files, { ...knownHere(profile), trusted, threshold });
      const { report } = verified;
      refuseWitnessed(from, verified.assurance);
      for (const name of [verdictFile, testResultFile]) {
        const envelope = envelopeOf(name, files.get(name) ?? Buffer.alloc(0));
        files.set(name, jsonFile(keys.reduce(counterSigned, envelope)));
      }
      saveBundle(to, withoutStale(files, before));
      say(
        `${to}: ${from}, verified (${report.verdict}) and also signed by ${keys.map(({ id }) => id).join(', ')}`,
      );
      return exitStatus.conformant;
    },
    (kind, sentence) => `not signed: ${from} is rejected (${kind}): ${sentence}`,
  );
}

/** What a certifier has witnessed, it signs alone. */
function refuseWitnessed(from: string, assurance: ClaimedKind): void {
  if (assurance === 'witnessed')
    throw new UsageError([
      `${from} is the certificate of a witnessed run, which only the certifier may sign: with another signature, it would be rejected. Publish it as it is.`,
    ]);
}
