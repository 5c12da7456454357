import type { Report, ReportResult } from '../reports/report/report.ts';
import type { AssuranceKind } from './assurance-kind.ts';
import type { Implementation, OpenedChallenge } from './challenge.ts';
import { type Files, manifestFile, sha256 } from './manifest.ts';
import { selfTest } from './required-set.ts';

/** A file or image that the certificate is about, by its SHA-256 in hex. */
export interface Artifact {
  readonly name: string;
  readonly sha256: string;
}

/** An in-toto statement, v1, about the manifest of a bundle and the tested artifacts. */
export interface Statement {
  readonly _type: 'https://in-toto.io/Statement/v1';
  readonly subject: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[];
  readonly predicateType: string;
  readonly predicate: object;
}

/** The payloads of both statements. */
export interface Statements {
  readonly verdict: Buffer;
  readonly testResult: Buffer;
}

export const verdictType = 'https://ledger-conformance.dev/attestation/verdict/v1';
export const testResultType = 'https://in-toto.io/attestation/test-result/v0.1';

/** What the signer says besides what follows from the run. Times are ISO 8601. */
export interface Declared {
  readonly implementation: Implementation;
  /** When the certificate expires. */
  readonly notAfter: string;
  /** The digest of the program that made the bundle (`programDigest`). */
  readonly program: string;
  readonly artifacts: readonly Artifact[];
  /** What the signer claims; a verifier decides what that is worth (`assuranceOf`). */
  readonly assurance: AssuranceKind;
  /** The challenge that the run answers; undefined for a self-declared certificate. */
  readonly challenge: OpenedChallenge | undefined;
}

/** The input of both statements. */
export interface Certified extends Declared {
  readonly report: Report;
  readonly files: Files;
  readonly manifest: Buffer;
}

function statement(
  { manifest, artifacts }: Pick<Certified, 'manifest' | 'artifacts'>,
  predicateType: string,
  predicate: object,
): Statement {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name: manifestFile, digest: { sha256: sha256(manifest) } },
      ...artifacts.map(({ name, sha256: digest }) => ({ name, digest: { sha256: digest } })),
    ],
    predicateType,
    predicate,
  };
}

/** The suite's own statement: everything that a reader must know before trusting the verdict. */
export function verdictStatement(certified: Certified): Statement {
  const { report, files, implementation, notAfter, program, assurance, challenge } = certified;
  const digestOf = (path: string): string => sha256(files.get(path) ?? Buffer.alloc(0));
  const { inconclusive, failed, warned, passed, observed, exchanges, cases } = report.counts;
  return statement(certified, verdictType, {
    verdict: report.verdict,
    implementation,
    suite: report.suite,
    program: { sha256: program },
    document: report.document,
    requirementSet: { sha256: digestOf('requirements.json') },
    profile: { id: report.profile, sha256: digestOf('profile.json') },
    coverage: report.coverage,
    counts: { passed, failed, warned, inconclusive, observed, exchanges, cases },
    waivers: { sha256: digestOf('waivers.json') },
    selfTest: { ...selfTest, sha256: digestOf('self-test.json') },
    evidence: { exchanges, sha256: digestOf('evidence/exchanges.ndjson') },
    target: report.target,
    run: report.run,
    notAfter,
    assurance,
    challenge: challenge === undefined ? undefined : challengeMember(challenge),
  });
}

/** A challenge as a statement refers to it; the digest is that of its payload. */
function challengeMember({ challenge, issuer, sha256: digest }: OpenedChallenge): object {
  const { nonce, issuedAt, expiresAt } = challenge;
  return { sha256: digest, issuer, nonce, issuedAt, expiresAt };
}

const uri = (path: string): string => `./${path}`;

/** The same as in-toto's test-result predicate, v0.1, in which waived failures count as failed. */
export function testResultStatement(certified: Certified): Statement {
  const { report, files } = certified;
  const named = (outcome: ReportResult['outcome']): string[] =>
    report.results
      .filter((result) => result.outcome === outcome)
      .map(({ requirement, operation }) => `${requirement}@${operation}`);
  const warned = named('warned');
  const whole = report.verdict === 'conformant' && report.coverage.state === 'complete';
  const result = whole ? (warned.length > 0 ? 'WARNED' : 'PASSED') : 'FAILED';
  const configuration = ['profile.json', 'requirements.json'].map((path) => ({
    name: path,
    uri: uri(path),
    digest: { sha256: sha256(files.get(path) ?? Buffer.alloc(0)) },
  }));
  return statement(certified, testResultType, {
    result,
    configuration,
    passedTests: named('passed'),
    warnedTests: warned,
    failedTests: named('failed'),
  });
}
