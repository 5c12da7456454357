import { requireArtifacts } from './artifacts.ts';
import { type Assurance, assuranceOf, checkWitness, requireAssurance, type SignedBy } from './assurance.ts';
import type { AssuranceKind } from './assurance-kind.ts';
import {
  type Attached,
  type AttachmentTrust,
  checkAttachedTimes,
  checkAttachments,
} from './attachments/check-attachments.ts';
import { BundleRefused } from './bundle-refused.ts';
import { conductEvidence } from './conduct-evidence.ts';
import { openEnvelope } from './dsse.ts';
import type { NamedKey } from './keys.ts';
import type { UnsignedBundle } from './make-bundle.ts';
import { type Files, manifestFile, sha256, testResultFile, verdictFile } from './manifest.ts';
import { type OpenedBundle, openBundle } from './opened-bundle.ts';
import type { Artifact, Statements } from './statements.ts';
import {
  checkCurrent,
  type OpenedStatusList,
  openStatusList,
  refuseRevoked,
  type StatusFile,
} from './status-list.ts';
import { type VerifiedContents, type Verifier, verifyContents } from './verify-contents.ts';

/** The keys that a verifier trusts, how many of them must have signed, and whose word counts for attachments. */
export interface Trust extends AttachmentTrust {
  readonly trusted: readonly NamedKey[];
  readonly threshold: number;
  /** Keys of certifiers, whose challenges count. */
  readonly certifiers?: readonly NamedKey[];
  /** Lists of revoked certificates, none of which may have this one. */
  readonly statusLists?: readonly StatusFile[];
  /** The least assurance to accept; any by default. */
  readonly least?: AssuranceKind;
  /** What the certificate must be about. */
  readonly artifacts?: readonly Artifact[];
}

/** A verified bundle. */
export interface Verified extends VerifiedContents {
  readonly signers: readonly string[];
  /** How many other keys signed; their signatures are not verified. */
  readonly others: number;
  readonly assuredBy: Assurance;
  /** The status lists that do not have it. */
  readonly notRevokedBy: readonly OpenedStatusList[];
  /** The SHA-256 of its manifest, in hex, by which it is revoked. */
  readonly digest: string;
}

/** A bundle that was verified wholly. */
export interface WhollyVerified extends Verified {
  readonly generatedRequests: number;
  /** Timestamps and log entries of trusted signatures. */
  readonly attached: readonly Attached[];
}

/**
 * Checks a bundle without a network and without trusting its contents: first who signed it and what is attached to that, then everything
 * in it. The requests of a conformant run are generated again (`conductEvidence`).
 * @throws BundleRefused with the first problem
 */
export async function verifyWholeBundle(files: Files, verifier: Verifier & Trust): Promise<WhollyVerified> {
  const opened = openStatements(files, verifier);
  const keys = verifier.trusted.filter(({ id }) => opened.signers.includes(id));
  const attached = await checkAttachments(files, keys, verifier);
  const bundle = openBundle(files);
  try {
    const verified = verifyOpened(bundle, opened, verifier);
    const { report, profile } = verified;
    checkAttachedTimes(attached, report.run.finishedAt ?? report.run.startedAt, verifier.now);
    const generatedRequests = await conductEvidence(bundle, report, profile);
    return { ...verified, attached, generatedRequests };
  } finally {
    bundle.close();
  }
}

/**
 * The same for a bundle that is still to be signed.
 * @throws BundleRefused with the first problem
 */
export async function verifyUnsigned(
  { files, statements }: UnsignedBundle,
  verifier: Verifier,
): Promise<void> {
  const bundle = openBundle(files);
  try {
    const { report, profile } = verifyContents(bundle, statements, verifier);
    await conductEvidence(bundle, report, profile);
  } finally {
    bundle.close();
  }
}

/** Everything but the requests, of a bundle whose signatures were verified. */
function verifyOpened(
  bundle: OpenedBundle,
  { statements, signers, envelopes }: OpenedStatements,
  verifier: Verifier & Trust,
): Verified {
  const digest = sha256(bundle.files.get(manifestFile) ?? Buffer.alloc(0));
  const notRevokedBy = checkStatus(digest, signers, verifier);
  const contents = verifyContents(bundle, statements, verifier);
  checkWitness(contents, envelopes);
  const { challenge } = contents;
  if (challenge !== undefined)
    for (const list of notRevokedBy)
      refuseRevoked(list, 'The challenge that the run answers', challenge.sha256);
  const assuredBy = assuranceOf(contents, verifier.certifiers ?? []);
  requireAssurance(assuredBy, verifier.least ?? 'self-declared');
  requireArtifacts(verifier.artifacts ?? [], contents.artifacts);
  return { ...contents, signers, others: envelopes[0].others.length, assuredBy, notRevokedBy, digest };
}

/** The signers of a bundle and certifiers may revoke it. */
function checkStatus(
  digest: string,
  signers: readonly string[],
  { trusted, certifiers = [], statusLists = [], now }: Verifier & Trust,
): OpenedStatusList[] {
  const may = [...trusted.filter(({ id }) => signers.includes(id)), ...certifiers];
  return statusLists.map((file) => {
    const list = openStatusList(file, may);
    checkCurrent(list, now);
    refuseRevoked(list, 'The certificate', digest);
    return list;
  });
}

interface OpenedStatements {
  readonly statements: Statements;
  readonly signers: readonly string[];
  readonly envelopes: readonly [SignedBy, SignedBy];
}

function openStatements(files: Files, { trusted, threshold }: Trust): OpenedStatements {
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
  return { statements, signers, envelopes: [verdict, testResult] };
}

function fileIn(files: Files, path: string): Buffer {
  const bytes = files.get(path);
  if (bytes === undefined) throw new BundleRefused('signature', `${path} is missing from the bundle.`);
  return bytes;
}
