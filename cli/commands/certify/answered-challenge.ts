import type { AssuranceKind } from '../../../certificate/assurance-kind.ts';
import { BundleRefused } from '../../../certificate/bundle-refused.ts';
import type { Implementation } from '../../../certificate/challenge.ts';
import { checkCanBegin, checkProduct } from '../../../certificate/check-challenge.ts';
import { type NamedKey, readPublicKey } from '../../../certificate/keys.ts';
import type { BundleParts } from '../../../certificate/make-bundle.ts';
import { type ChallengeFile, readChallenge } from '../../run/challenge-file.ts';

/** What `certify` was asked to answer, by whom and about what. */
export interface Answering {
  readonly challenge: string | undefined;
  /** Files with public keys of certifiers. */
  readonly certifierKey: readonly string[] | undefined;
  /** A finished run; undefined if it begins now. */
  readonly from: string | undefined;
  readonly implementation: Implementation;
  readonly keys: readonly NamedKey[];
}

/**
 * The challenge that the run is to answer, checked before the run. Only the holder of the key that issued it can witness the
 * run: by having `certify` conduct it, and by signing alone.
 * @throws UsageError if it cannot be read, BundleRefused if it cannot be used
 */
export async function answeredChallenge(
  asked: Answering,
): Promise<Pick<BundleParts, 'challenge' | 'assurance'>> {
  const { challenge: path, from, implementation, keys } = asked;
  if (path === undefined) return { challenge: undefined, assurance: 'self-declared' };
  const { bytes, opened } = readChallenge(path);
  await refuseForeign(path, opened, asked.certifierKey);
  checkProduct(opened, implementation);
  if (from === undefined) checkCanBegin(opened, new Date());
  const isCertifier = keys.length === 1 && keys[0]?.id === opened.issuer;
  const assurance: AssuranceKind = from === undefined && isCertifier ? 'witnessed' : 'challenged';
  return { challenge: bytes, assurance };
}

async function refuseForeign(
  path: string,
  { issuer }: ChallengeFile['opened'],
  files: readonly string[] | undefined,
): Promise<void> {
  if (files === undefined) return;
  const certifiers = await Promise.all(files.map(readPublicKey));
  if (certifiers.some(({ id }) => id === issuer)) return;
  throw new BundleRefused(
    'signature',
    `${path} was issued by the key ${issuer}, which is not one of those given as --certifier-key. Ask the certifier for the key, or for another challenge.`,
  );
}
