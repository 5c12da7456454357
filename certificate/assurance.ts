import { type AssuranceKind, assuranceKinds } from './assurance-kind.ts';
import { BundleRefused } from './bundle-refused.ts';
import type { NamedKey } from './keys.ts';
import type { Declared } from './statements.ts';

/** How far a verifier can rely on the run having taken place as recorded. */
export interface Assurance {
  readonly kind: AssuranceKind;
  /** What the signer claims; more than `kind` if the verifier does not know the key that issued the challenge. */
  readonly claimed: AssuranceKind;
  /** The key that issued the challenge, and whether the verifier trusts it as a certifier's. */
  readonly challenge:
    | {
        readonly issuer: string;
        readonly isKnown: boolean;
        readonly nonce: string;
        readonly issuedAt: string;
        readonly expiresAt: string;
      }
    | undefined;
}

/** The ids of all keys that signed a bundle, whether or not their signatures were verified. */
export interface SignedBy {
  readonly signers: readonly string[];
  readonly others: readonly string[];
}

/**
 * The assurance of a bundle for a verifier who trusts these certifiers' keys. A challenge from an unknown key proves nothing:
 * the vendor may have issued it.
 * @param declared of a bundle whose run answers its challenge
 */
export function assuranceOf(
  { assurance: claimed, challenge }: Pick<Declared, 'assurance' | 'challenge'>,
  certifiers: readonly NamedKey[],
): Assurance {
  if (challenge === undefined) return { kind: 'self-declared', claimed, challenge: undefined };
  const { issuer } = challenge;
  const { nonce, issuedAt, expiresAt } = challenge.challenge;
  const isKnown = certifiers.some(({ id }) => id === issuer);
  return {
    kind: isKnown ? claimed : 'self-declared',
    claimed,
    challenge: { issuer, isKnown, nonce, issuedAt, expiresAt },
  };
}

/**
 * Checks that a statement that claims a witnessed run was signed by the certifier only.
 * @param envelopes the signatures of each statement
 * @throws BundleRefused if another key signed it
 */
export function checkWitness(
  { assurance, challenge }: Pick<Declared, 'assurance' | 'challenge'>,
  envelopes: readonly SignedBy[],
): void {
  if (assurance !== 'witnessed') return;
  const ids = new Set(envelopes.flatMap(({ signers, others }) => [...signers, ...others]));
  const [other] = [...ids].filter((id) => id !== challenge?.issuer);
  if (other === undefined) return;
  throw new BundleRefused(
    'signature',
    `The statement claims a witnessed run. Only the key that issued the challenge (${challenge?.issuer ?? 'none'}) may sign it, but ${other} did.`,
  );
}

/** @throws BundleRefused if the assurance is less than required */
export function requireAssurance({ kind, challenge }: Assurance, least: AssuranceKind): void {
  if (assuranceKinds.indexOf(kind) >= assuranceKinds.indexOf(least)) return;
  const why =
    challenge === undefined || challenge.isKnown
      ? ''
      : ` Its challenge was issued by ${challenge.issuer}; if that is the key of a certifier that you trust, give it as --certifier-key.`;
  throw new BundleRefused('signature', `The run is ${kind}, but ${least} is required.${why}`);
}
