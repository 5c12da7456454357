import type { AssuranceKind } from '../../../certificate/assurance.ts';
import {
  beginProblem,
  type Implementation,
  productProblem,
  readChallenge,
} from '../../../certificate/challenge.ts';
import { type NamedKey, readPublicKey } from '../../../certificate/keys.ts';
import type { BundleParts } from '../../../certificate/make-bundle.ts';
import { refuse } from '../../../certificate/refusal.ts';

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
export function answeredChallenge(asked: Answering): Pick<BundleParts, 'challenge' | 'assurance'> {
  const { challenge: path, from, implementation, keys } = asked;
  if (path === undefined) return { challenge: undefined, assurance: 'self-declared' };
  const { bytes, opened } = readChallenge(path);
  refuseForeign(path, opened.issuer, asked.certifierKey);
  const foreign = productProblem(opened, implementation);
  if (foreign !== undefined) refuse('required-set', foreign);
  const late = from === undefined ? beginProblem(opened, new Date()) : undefined;
  if (late !== undefined) refuse('expired-or-secret', late);
  const isCertifier = keys.length === 1 && keys[0]?.id === opened.issuer;
  const assurance: AssuranceKind = from === undefined && isCertifier ? 'witnessed' : 'challenged';
  return { challenge: bytes, assurance };
}

function refuseForeign(path: string, issuer: string, files: readonly string[] | undefined): void {
  if (files === undefined) return;
  const certifiers = files.map(readPublicKey);
  if (certifiers.some(({ id }) => id === issuer)) return;
  refuse(
    'signature',
    `${path} was issued by the key ${issuer}, which is not one of those given as --certifier-key. Ask the certifier for the key, or for another challenge.`,
  );
}
