import { isDeepStrictEqual } from 'node:util';
import type { Report, ReportResult } from '../reports/report/report.ts';
import type { Artifact } from './artifacts.ts';
import type { ClaimedAssurance } from './assurance.ts';
import type { Implementation, OpenedChallenge } from './challenge.ts';
import type { NamedKey } from './keys.ts';
import { type Files, fileIn, manifestFile, sha256, testResultFile, verdictFile } from './manifest.ts';
import { refuse } from './refusal.ts';
import { selfTest } from './required-set.ts';
import { payloadOf, payloadTypes, readDocument, signaturesOf } from './signed-document.ts';
import statementSchema from './statement.schema.json' with { type: 'json' };
import { checkSchema, parseStrictly } from './strict-json.ts';
import verdictSchema from './verdict.schema.json' with { type: 'json' };

/** An in-toto statement, v1, about the manifest of a bundle and the tested artifacts. */
interface Statement {
  readonly _type: 'https://in-toto.io/Statement/v1';
  readonly subject: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[];
  readonly predicateType: string;
  readonly predicate: object;
}

/** The type of the predicate of each statement. */
const predicateTypes: Readonly<Record<string, string>> = {
  [verdictFile]: 'https://ledger-conformance.dev/attestation/verdict/v1',
  [testResultFile]: 'https://in-toto.io/attestation/test-result/v0.1',
};

/** What the signer says besides what follows from the run. Times are ISO 8601. */
export interface Declared extends ClaimedAssurance {
  readonly implementation: Implementation;
  /** When the certificate expires. */
  readonly notAfter: string;
  /** The digest of the program that made the bundle (`programDigest`). */
  readonly program: string;
  readonly artifacts: readonly Artifact[];
  /** Why the run was not disguised, if it does not say so itself. */
  readonly undisguised?: string;
}

/** A statement whose trusted signatures were verified. */
export type OpenedStatement = ReturnType<typeof openStatement>;

/**
 * Opens a statement. Its payload is parsed only after the signature of a trusted key has been verified.
 * @returns it under the path of its file, with its payload as bytes and parsed
 * @throws BundleRefused if it is not in a valid envelope, or no trusted key signed it
 */
export function openStatement(name: string, bytes: Buffer, trusted: readonly NamedKey[]) {
  const document = readDocument(payloadTypes.statement, name, bytes);
  const { signers, others } = signaturesOf(document, trusted);
  if (signers.length === 0)
    refuse(
      'signature',
      `No trusted key (--key) signed ${name}. Its signatures name ${others.join(', ')}, and were not verified.`,
    );
  const { payload } = document;
  return { name, payload, statement: parseStrictly('signature', name, payload), signers, others };
}

/** Says if fewer trusted keys than required signed both statements. */
export function signersProblem(signers: readonly NamedKey[], threshold: number): string | undefined {
  if (signers.length < threshold)
    return `${signers.length} of the trusted keys signed both statements, but ${threshold} are required.`;
  return undefined;
}

/**
 * What a statement is about: the digest of a manifest, and the artifacts that it names besides.
 * @throws BundleRefused if it is malformed, or of another type
 */
export function subjectsOf({ name, statement }: OpenedStatement) {
  checkSchema(statementSchema, name, statement);
  const { subject, predicateType } = statement as Statement;
  if (predicateType !== predicateTypes[name])
    refuse('schema', `${name} is a statement of another kind: ${predicateType}.`);
  const named = subject.map((each) => ({ name: each.name, sha256: each.digest.sha256 }));
  if (new Set(named.map((each) => each.name)).size < named.length)
    refuse('schema', `${name} has two subjects of one name.`);
  return { name, manifest: named[0]?.sha256 ?? '', artifacts: named.slice(1) };
}

/** Says if the statements are about another manifest, or about different artifacts. */
export function subjectsProblem(
  files: Files,
  subjects: readonly ReturnType<typeof subjectsOf>[],
): string | undefined {
  const digest = sha256(fileIn(files, manifestFile));
  const other = subjects.find(({ manifest }) => manifest !== digest);
  if (other !== undefined)
    return `${manifestFile} is not the one that ${other.name} refers to: its digest differs.`;
  if (subjects.some(({ artifacts }) => !isDeepStrictEqual(artifacts, subjects[0]?.artifacts)))
    return `${verdictFile} and ${testResultFile} name different artifacts.`;
  return undefined;
}

/**
 * What only the suite's own statement says: its predicate as far as it does not follow from the report.
 * @throws BundleRefused if it is malformed
 */
export function predicateOf({ name, statement }: OpenedStatement): Omit<Declared, 'artifacts' | 'challenge'> {
  const { predicate } = statement as Statement;
  checkSchema(verdictSchema, name, predicate);
  const { implementation, notAfter, program, assurance, undisguised } = predicate as Omit<
    Declared,
    'program'
  > & {
    readonly program: { readonly sha256: string };
  };
  return { implementation, notAfter, program: program.sha256, assurance, undisguised };
}

/** Says if a run on a target was not disguised and no reason is given, or was disguised and a reason for not disguising it is given. */
export function undisguisedProblem(report: Report, undisguised: string | undefined): string | undefined {
  if (lacksReason(report, undisguised))
    return 'The run was not disguised, so the target could tell it from its users, and nothing says why.';
  if (report.run.disguise === true && (report.run.undisguised ?? undisguised) !== undefined)
    return 'The run was disguised, but the certificate says why it was not.';
  return undefined;
}

/** Whether a run of a target was not disguised and nobody says why: a target may know such a run from its users. */
export function lacksReason({ run, target }: Report, undisguised: string | undefined): boolean {
  return target.kind === 'target' && run.disguise !== true && (run.undisguised ?? undisguised) === undefined;
}

/** The input of both statements. */
interface Certified extends Declared {
  readonly report: Report;
  readonly files: Files;
}

function statement({ files, artifacts }: Certified, name: string, predicate: object): Statement {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name: manifestFile, digest: { sha256: sha256(fileIn(files, manifestFile)) } },
      ...artifacts.map((artifact) => ({ name: artifact.name, digest: { sha256: artifact.sha256 } })),
    ],
    predicateType: predicateTypes[name] ?? '',
    predicate,
  };
}

/** The suite's own statement: everything that a reader must know before trusting the verdict. */
export function verdictStatement(certified: Certified): Statement {
  const { report, files, implementation, notAfter, program, assurance, undisguised, challenge } = certified;
  const digestOf = (path: string): { sha256: string } => ({ sha256: sha256(fileIn(files, path)) });
  const { inconclusive, failed, warned, passed, observed, exchanges, cases } = report.counts;
  return statement(certified, verdictFile, {
    verdict: report.verdict,
    implementation,
    suite: report.suite,
    program: { sha256: program },
    document: report.document,
    requirementSet: digestOf('requirements.json'),
    profile: { id: report.profile, ...digestOf('profile.json') },
    coverage: report.coverage,
    counts: { passed, failed, warned, inconclusive, observed, exchanges, cases },
    waivers: digestOf('waivers.json'),
    selfTest: { ...selfTest, ...digestOf('self-test.json') },
    evidence: { exchanges, ...digestOf('evidence/exchanges.ndjson') },
    target: report.target,
    run: report.run,
    notAfter,
    assurance,
    undisguised,
    challenge: challenge === undefined ? undefined : challengeMember(challenge),
  });
}

/** A challenge as a statement refers to it; the digest is that of its payload. */
function challengeMember({ challenge, issuer, sha256: digest }: OpenedChallenge): object {
  const { nonce, issuedAt, expiresAt } = challenge;
  return { sha256: digest, issuer, nonce, issuedAt, expiresAt };
}

/** The same as in-toto's test-result predicate, v0.1, in which waived failures count as failed. */
export function testResultStatement(certified: Certified): Statement {
  const { report, files } = certified;
  const named = (outcome: ReportResult['outcome']): string[] =>
    report.results
      .filter((result) => result.outcome === outcome)
      .map(({ requirement, operation }) => `${requirement}@${operation}`);
  const warned = named('warned');
  const whole = report.verdict === 'conformant' && report.coverage.state === 'complete';
  return statement(certified, testResultFile, {
    result: whole ? (warned.length > 0 ? 'WARNED' : 'PASSED') : 'FAILED',
    configuration: ['profile.json', 'requirements.json'].map((path) => ({
      name: path,
      uri: `./${path}`,
      digest: { sha256: sha256(fileIn(files, path)) },
    })),
    passedTests: named('passed'),
    warnedTests: warned,
    failedTests: named('failed'),
  });
}

/** Says if a statement is not the one that follows from the report, the files, and what the signer declares. */
export function statementsProblem(
  certified: Certified,
  statements: readonly OpenedStatement[],
): string | undefined {
  const made: Readonly<Record<string, Statement>> = {
    [verdictFile]: verdictStatement(certified),
    [testResultFile]: testResultStatement(certified),
  };
  const other = statements.find(({ name, payload }) => !payloadOf(made[name] ?? {}).equals(payload));
  return other && `${other.name} does not match report.json.`;
}
