import type { OpenedChallenge } from './challenge.ts';
import type { NamedKey } from './keys.ts';
import { challengeFile } from './manifest.ts';
import type { Signatures } from './signed-document.ts';

/**
 * How far a verifier can rely on how the run came about, from the weakest to the strongest. Times of a run are those of the
 * signer's clock: only a timestamp or a log entry shows that a challenge was answered in time.
 */
export const assuranceKinds = ['self-declared', 'challenged', 'challenged-in-time', 'witnessed'] as const;

export type AssuranceKind = (typeof assuranceKinds)[number];

/** What a statement can claim: the time is not the signer's to say. */
export type ClaimedKind = Exclude<AssuranceKind, 'challenged-in-time'>;

/** What the signer claims about how the run came about; `assuranceOf` says what that is worth. */
export interface ClaimedAssurance {
  readonly assurance: ClaimedKind;
  /** The challenge that the run answers; undefined for a self-declared certificate. */
  readonly challenge: OpenedChallenge | undefined;
}

/** How far a verifier can rely on the run having taken place as recorded. */
export interface Assurance {
  readonly kind: AssuranceKind;
  /** What the signer claims; more than `kind` if the verifier does not know the key that issued the challenge. */
  readonly claimed: ClaimedKind;
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

/**
 * The assurance of a bundle for a verifier who trusts these certifiers' keys. A challenge from an unknown key proves nothing:
 * the vendor may have issued it.
 * @param attached the timestamps and log entries of trusted signatures; only those that were checked have a time
 */
export function assuranceOf(
  { assurance: claimed, challenge: answered }: ClaimedAssurance,
  certifiers: readonly NamedKey[],
  attached: readonly { readonly at?: Date | undefined }[],
): Assurance {
  if (answered === undefined) return { kind: 'self-declared', claimed, challenge: undefined };
  const { issuer, challenge } = answered;
  const { nonce, issuedAt, expiresAt } = challenge;
  const isKnown = certifiers.some(({ id }) => id === issuer);
  const isInTime = attached.some(({ at }) => at !== undefined && at.getTime() <= Date.parse(expiresAt));
  const kind = claimed === 'challenged' && isInTime ? 'challenged-in-time' : claimed;
  return {
    kind: isKnown ? kind : 'self-declared',
    claimed,
    challenge: { issuer, isKnown, nonce, issuedAt, expiresAt },
  };
}

/** Says if a bundle lacks the challenge that its statement claims, or has one that it does not claim. */
export function claimProblem(assurance: ClaimedKind, isThere: boolean): string | undefined {
  if (assurance === 'self-declared' && isThere)
    return `The statement is self-declared, but the bundle contains ${challengeFile}.`;
  if (assurance !== 'self-declared' && !isThere)
    return `The statement claims a ${assurance} run, but ${challengeFile} is missing.`;
  return undefined;
}

/**
 * Says if another key than that of the certifier signed a statement that claims a witnessed run.
 * @param statements the signatures of each statement, verified or not
 */
export function witnessProblem(
  { assurance, challenge }: ClaimedAssurance,
  statements: readonly Signatures[],
): string | undefined {
  if (assurance !== 'witnessed') return undefined;
  const ids = statements.flatMap(({ signers, others }) => [...signers, ...others]);
  const other = ids.find((id) => id !== challenge?.issuer);
  if (other !== undefined)
    return `The statement claims a witnessed run. Only the key that issued the challenge (${challenge?.issuer ?? 'none'}) may sign it, but ${other} did.`;
  return undefined;
}

/** Says if the assurance is less than required. */
export function assuranceProblem(
  { kind, challenge }: Assurance,
  least: AssuranceKind = 'self-declared',
): string | undefined {
  if (assuranceKinds.indexOf(kind) >= assuranceKinds.indexOf(least)) return undefined;
  if (kind === 'challenged' && least === 'challenged-in-time')
    return `The run is challenged, but nothing shows that it was made before the challenge ended at ${challenge?.expiresAt}: no timestamp and no log entry of that time was checked (--timestamp-root, --log-key).`;
  const why =
    challenge === undefined || challenge.isKnown
      ? ''
      : ` Its challenge was issued by ${challenge.issuer}; if that is the key of a certifier that you trust, give it as --certifier-key.`;
  return `The run is ${kind}, but ${least} is required.${why}`;
}
