import { createPublicKey, hash, type JsonWebKey, randomBytes } from 'node:crypto';
import type { Report } from '../reports/report/report.ts';
import { readBytes } from '../settings/read-file.ts';
import challengeSchema from './challenge.schema.json' with { type: 'json' };
import { keyId, type NamedKey, publicJwk } from './keys.ts';
import { refuse } from './refusal.ts';
import {
  contentOf,
  type Envelope,
  payloadOf,
  payloadTypes,
  readDocument,
  signaturesOf,
  signPayload,
} from './signed-document.ts';
import { isTime } from './validity.ts';

/** Who made the tested product, declared by the vendor and signed with the rest. */
export interface Implementation {
  readonly organization: string;
  readonly product: string;
  readonly version: string;
}

/** How a run that answers a challenge must be made: what its maker could choose, it could choose until the run looks good. */
interface ChallengedRun {
  /** The version of the suite. */
  readonly suite: string;
  /** The id of the profile. */
  readonly profile: string;
  readonly effort: string;
}

/** The payload of a challenge. Times are ISO 8601. */
export interface Challenge {
  readonly schemaVersion: 1;
  /** Random. Nonce and seed of the run are made from the whole payload, so that they depend on everything here. */
  readonly nonce: string;
  readonly issuedAt: string;
  readonly expiresAt: string;
  /** The certifier's public key: it proves who signed; whether to trust that key is up to the verifier. */
  readonly key: JsonWebKey;
  readonly run: ChallengedRun;
  /** What may be certified with it; absent members may be any. */
  readonly implementation?: Partial<Implementation>;
}

/** A challenge whose signature was verified by the key that it contains. */
export type OpenedChallenge = ReturnType<typeof openChallenge>;

/** A new challenge for a product, signed by the certifier and valid for so many milliseconds. */
export function issueChallenge(
  key: NamedKey,
  of: Required<Pick<Challenge, 'run' | 'implementation'>> & { readonly now: Date; readonly validMs: number },
): Envelope {
  const { now, validMs, run, implementation } = of;
  const challenge: Challenge = {
    schemaVersion: 1,
    nonce: randomBytes(32).toString('hex'),
    issuedAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + validMs).toISOString(),
    key: publicJwk(key.key),
    run,
    implementation: Object.keys(implementation).length === 0 ? undefined : implementation,
  };
  return signPayload(payloadTypes.challenge, payloadOf(challenge), [key]);
}

/**
 * Reads a challenge, and verifies that the key in it signed it, and no other.
 * @returns also the id of that key, the SHA-256 of the payload in hex, and the nonce and the seed of a run that answers it
 * @throws BundleRefused if it is malformed, or is not what that key signed
 */
export function openChallenge(name: string, bytes: Buffer) {
  const document = readDocument(payloadTypes.challenge, name, bytes);
  const challenge = contentOf<Challenge>(document, challengeSchema);
  const key = keyIn(name, challenge);
  const { signers, others } = signaturesOf(document, [key]);
  if (signers.length !== 1 || others.length > 0)
    refuse(
      'signature',
      `${name} names the key ${key.id} but is signed by ${[...signers, ...others].join(', ')}. Ask the certifier for another challenge.`,
    );
  checkTimesOf(name, challenge);
  const sha256 = hash('sha256', document.payload, 'hex');
  return { challenge, issuer: key.id, sha256, runNonce: sha256.slice(0, 32), runSeed: sha256.slice(32) };
}

/**
 * Reads the challenge in a file that a certifier sent, and the bytes of it that go into a bundle.
 * @throws UsageError if it cannot be read, BundleRefused as `openChallenge`
 */
export function readChallenge(path: string): { readonly bytes: Buffer; readonly opened: OpenedChallenge } {
  const sentence = `--challenge ${path} cannot be read. Give the file that the certifier sent.`;
  const bytes = readBytes(path, sentence);
  return { bytes, opened: openChallenge(path, bytes) };
}

function keyIn(name: string, { key: jwk }: Challenge): NamedKey {
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    return { id: keyId(key), key };
  } catch {
    return refuse('schema', `${name} contains a key that is not one of its curve.`);
  }
}

function checkTimesOf(name: string, { issuedAt, expiresAt }: Challenge): void {
  if (![issuedAt, expiresAt].every(isTime) || Date.parse(expiresAt) <= Date.parse(issuedAt))
    refuse('schema', `${name} is valid from ${issuedAt} to ${expiresAt}, which is not a period.`);
}

/** Why a challenge may not be used for a product; undefined if it may. */
export function productProblem(
  { challenge }: OpenedChallenge,
  implementation: Implementation,
): string | undefined {
  for (const member of ['organization', 'product', 'version'] as const) {
    const meant = challenge.implementation?.[member];
    if (meant !== undefined && meant !== implementation[member])
      return `The challenge was issued for the ${member} "${meant}", not for "${implementation[member]}".`;
  }
  return undefined;
}

/** Why no run may begin with a challenge now; undefined if one may. */
export function beginProblem(
  { challenge: { issuedAt, expiresAt } }: OpenedChallenge,
  now: Date,
): string | undefined {
  if (now.getTime() < Date.parse(issuedAt))
    return `The challenge was issued at ${issuedAt}, which is in the future: it is ${now.toISOString()} here. Correct the clock.`;
  if (now.getTime() > Date.parse(expiresAt))
    return `The challenge expired at ${expiresAt}. Ask the certifier for another one.`;
  return undefined;
}

/** Why a run that would be made in this way does not answer a challenge; undefined if it does. */
export function conductProblem(run: ChallengedRun, made: ChallengedRun): string | undefined {
  const names = { suite: 'version', profile: 'the profile', effort: 'the effort' } as const;
  for (const member of ['suite', 'profile', 'effort'] as const)
    if (made[member] !== run[member])
      return `The challenge asks for a run with ${names[member]} ${run[member]}, not ${made[member]}.`;
  return undefined;
}

/**
 * Why a run does not answer a challenge; undefined if it does: it was made as the challenge says, with the nonce and the seed that
 * follow from it, so that all its requests do, and began after it was issued.
 */
export function answerProblem(
  { challenge, runNonce, runSeed }: OpenedChallenge,
  { suite, profile, run }: Pick<Report, 'suite' | 'profile' | 'run'>,
): string | undefined {
  for (const [name, is, follows] of [
    ['nonce', run.nonce, runNonce],
    ['seed', run.seed, runSeed],
  ])
    if (is !== follows)
      return `The run does not answer the challenge: its ${name} is ${is}, and that of the challenge is ${follows}. Run again with --challenge.`;
  if (Date.parse(run.startedAt) < Date.parse(challenge.issuedAt))
    return `The run began at ${run.startedAt}, before the challenge was issued at ${challenge.issuedAt}.`;
  return conductProblem(challenge.run, { suite: suite.version, profile, effort: run.effort });
}

/** Says if a run began after the challenge had expired. */
export function expiryProblem(
  { challenge }: OpenedChallenge,
  { run }: Pick<Report, 'run'>,
): string | undefined {
  if (Date.parse(run.startedAt) > Date.parse(challenge.expiresAt))
    return `The run began at ${run.startedAt}, after the challenge had expired at ${challenge.expiresAt}. Ask the certifier for another one.`;
  return undefined;
}
