import { BundleRefused } from './bundle-refused.ts';
import { conductEvidence } from './conduct-evidence.ts';
import { openEnvelope } from './dsse.ts';
import type { NamedKey } from './keys.ts';
import { type Files, testResultFile, verdictFile } from './manifest.ts';
import type { Statements } from './statements.ts';
import { type VerifiedContents, type Verifier, verifyContents } from './verify-contents.ts';

/** The keys that a verifier trusts, and how many of them must have signed. */
export interface Trust {
  readonly trusted: readonly NamedKey[];
  readonly threshold: number;
}

/** A verified bundle. */
export interface Verified extends VerifiedContents {
  readonly signers: readonly string[];
  /** How many other keys signed; their signatures are not verified. */
  readonly others: number;
}

/**
 * Verifies a bundle, and generates the requests of a conformant run again (`conductEvidence`).
 * @throws BundleRefused with the first problem
 */
export async function verifyWholeBundle(
  files: Files,
  verifier: Verifier & Trust,
): Promise<Verified & { readonly generatedRequests: number }> {
  const verified = verifyBundle(files, verifier);
  const generatedRequests = await conductEvidence(files, verified.report, verified.profile);
  return { ...verified, generatedRequests };
}

/**
 * Checks a bundle without a network and without trusting its contents: first who signed it, then everything in it.
 * @throws BundleRefused with the first problem
 */
export function verifyBundle(files: Files, verifier: Verifier & Trust): Verified {
  const { statements, signers, others } = openStatements(files, verifier);
  return { ...verifyContents(files, statements, verifier), signers, others };
}

function openStatements(
  files: Files,
  { trusted, threshold }: Trust,
): { readonly statements: Statements } & Pick<Verified, 'signers' | 'others'> {
  const verdict = openEnvelope(verdictFile, fileIn(files, verdictFile), trusted);
  const testResult = openEnvelope(testResultFile, fileIn(files, testResultFile), trusted);
  const signers = verdict.signers.filter((id) => testResult.signers.includes(id));
  if (signers.length < threshold) {
    throw new BundleRefused(
      'signature',
      `${signers.length} of the trusted keys signed both statements, but ${threshold} are required.`,
    );
  }
  const statements = { verdict: verdict.payload, testResult: testResult.payload };
  return { statements, signers, others: verdict.others.length };
}

function fileIn(files: Files, path: string): Buffer {
  const bytes = files.get(path);
  if (bytes === undefined) throw new BundleRefused('signature', `${path} is missing from the bundle.`);
  return bytes;
}
