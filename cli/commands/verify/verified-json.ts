import { programDigest } from '../../../certificate/program-digest.ts';
import type { Verified } from '../../../certificate/verify-bundle.ts';

/** A valid bundle as data (docs/json-output.md). */
export function verifiedJson(status: number, verified: Verified): object {
  const { report, implementation, assuredBy, artifacts, signers, others, program, notAfter } = verified;
  return {
    status,
    refusal: null,
    verdict: report.verdict,
    coverage: report.coverage,
    profile: report.profile,
    implementation,
    target: report.target,
    artifacts,
    assurance: { ...assuredBy, challenge: assuredBy.challenge ?? null },
    sha256: verified.digest,
    notRevokedBy: verified.notRevokedBy.map(({ name, issuer, issuedAt, nextUpdate }) => ({
      file: name,
      issuer,
      issuedAt,
      nextUpdate,
    })),
    signers,
    uncheckedSignatures: others,
    attachments: verified.attached.map(({ kind, keyId, by, at }) => ({
      kind,
      signer: keyId,
      checked: by !== undefined,
      by: by ?? null,
      at: at?.toISOString() ?? null,
    })),
    rules: verified.rules.map(({ rule: { kind, sentence }, lookedAt }) => ({ kind, sentence, lookedAt })),
    judgedCases: verified.judgedCases,
    generatedRequests: verified.generatedRequests,
    program: { ownSha256: programDigest(), bundleSha256: program },
    startedAt: report.run.startedAt,
    notAfter,
  };
}
