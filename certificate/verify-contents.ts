import { isDeepStrictEqual } from 'node:util';
import { isStoredAs } from '../json/is-stored-as.ts';
import type { Profile } from '../profiles/profile.ts';
import type { Report } from '../reports/report/report.ts';
import { documentSha256 } from '../requirements/document-digest.ts';
import { BundleRefused } from './bundle-refused.ts';
import { openChallenge } from './challenge.ts';
import { checkAnswers, checkProduct, checkSentAfter } from './check-challenge.ts';
import { checkEvidence } from './check-evidence.ts';
import { checkTimes } from './check-times.ts';
import { derivedFiles } from './derived-files.ts';
import { payloadOf } from './dsse.ts';
import { jsonFile } from './json-file.ts';
import { judgeEvidence } from './judge-evidence.ts';
import {
  challengeFile,
  checkManifest,
  type Files,
  manifestFile,
  sha256,
  testResultFile,
  verdictFile,
} from './manifest.ts';
import { obstaclesIn } from './obstacles.ts';
import type { OpenedBundle } from './opened-bundle.ts';
import { parseStrictly, parseWritten } from './parse-strictly.ts';
import { checksFile, requirementsFile, selfTestFile } from './required-set.ts';
import { findSecret } from './secrets.ts';
import { type Declared, type Statements, testResultStatement, verdictStatement } from './statements.ts';
import { reportIn, statementIn, verdictIn } from './typed-content.ts';

/** What a verifier knows by itself: profiles, its suite, and the current time. */
export interface Verifier {
  /** Looks up a profile by its id; undefined if it is unknown here. */
  readonly profileNamed: (id: string) => Profile | undefined;
  readonly suite: Report['suite'];
  readonly now: Date;
}

/** What a bundle says, verified. */
export interface VerifiedContents extends Declared {
  readonly report: Report;
  readonly judgedCases: number;
  readonly profile: Profile;
}

/**
 * Checks everything in a bundle but its signatures, trusting none of it: digests, schemas, the required set, the evidence,
 * which is judged again, and validity. A signer does so before signing.
 * @throws BundleRefused with the first problem, in that order
 */
export function verifyContents(
  bundle: OpenedBundle,
  statements: Statements,
  verifier: Verifier,
): VerifiedContents {
  const { files } = bundle;
  const subjects = checkSubjects(files, statements);
  checkManifest(files);
  const said = { ...subjects, challenge: challengeIn(files, subjects.assurance) };
  const report = reportIn(files);
  const profile = checkRequiredSet(files, report, verifier);
  if (said.challenge !== undefined) {
    checkProduct(said.challenge, said.implementation);
    checkAnswers(said.challenge, report);
  }
  checkEvidence(files, report);
  if (said.challenge !== undefined) checkSentAfter(said.challenge, files);
  const judgedCases = judgeEvidence(bundle, report, profile, () =>
    derivedFiles(report, bundle.evidence, said),
  );
  const certified = { report, files, manifest: fileIn(files, manifestFile), ...said };
  if (!statements.verdict.equals(payloadOf(verdictStatement(certified))))
    refuse('required-set', `${verdictFile} does not match report.json.`);
  if (!statements.testResult.equals(payloadOf(testResultStatement(certified))))
    refuse('required-set', `${testResultFile} does not match report.json.`);
  checkTimes(report, said.notAfter, verifier.now);
  refuseSecrets(files, statements);
  return { report, ...said, judgedCases, profile };
}

/** Checks that both statements are about the manifest, and returns what only they say. */
function checkSubjects(files: Files, { verdict, testResult }: Statements): Omit<Declared, 'challenge'> {
  const subject = sha256(fileIn(files, manifestFile));
  const parsed = parseStrictly('signature', verdictFile, verdict);
  let artifacts: Declared['artifacts'] = [];
  for (const [name, statement] of [
    [verdictFile, parsed],
    [testResultFile, parseStrictly('signature', testResultFile, testResult)],
  ] as const) {
    const subjects = statementIn(name, statement);
    if (subjects.manifest !== subject)
      refuse('integrity', `${manifestFile} is not the one that ${name} refers to: its digest differs.`);
    if (name === verdictFile) artifacts = subjects.artifacts;
    else if (!isDeepStrictEqual(artifacts, subjects.artifacts))
      refuse('integrity', `${verdictFile} and ${testResultFile} name different artifacts.`);
  }
  return { ...verdictIn(parsed), artifacts };
}

/** The challenge of a bundle whose statement claims that its run answers one; there is none otherwise. */
function challengeIn(files: Files, assurance: Declared['assurance']): Declared['challenge'] {
  const bytes = files.get(challengeFile);
  if (assurance === 'self-declared') {
    if (bytes === undefined) return undefined;
    refuse('required-set', `The statement is self-declared, but the bundle contains ${challengeFile}.`);
  }
  if (bytes === undefined)
    return refuse(
      'required-set',
      `The statement claims a ${assurance} run, but ${challengeFile} is missing.`,
    );
  return openChallenge(challengeFile, bytes);
}

/** Checks everything that must equal this verifier's own files, and returns the profile of the bundle. */
function checkRequiredSet(files: Files, report: Report, { suite, profileNamed }: Verifier): Profile {
  if (!isStoredAs(suite, report.suite)) {
    refuse(
      'required-set',
      `The bundle was made by ${report.suite.name} ${report.suite.version} and this is ${suite.name} ${suite.version}; verify it with that one.`,
    );
  }
  if (report.document.sha256 !== documentSha256) {
    refuse(
      'required-set',
      `The run was judged by another document: its SHA-256 is ${report.document.sha256}, and that of ${suite.name} ${suite.version} is ${documentSha256}.`,
    );
  }
  const profile = profileNamed(report.profile);
  if (profile === undefined)
    return refuse('required-set', `There is no profile "${report.profile}" here. Give it with --profile.`);
  const own: readonly (readonly [string, Buffer])[] = [
    ['requirements.json', requirementsFile(profile)],
    ['checks.json', checksFile()],
    ['self-test.json', selfTestFile()],
  ];
  for (const [path, bytes] of own) {
    if (!fileIn(files, path).equals(bytes))
      refuse('required-set', `${path} is not that of ${suite.name} ${suite.version}.`);
  }
  if (!isStoredAs(profile, parseWritten('schema', 'profile.json', fileIn(files, 'profile.json'))))
    refuse('required-set', `profile.json is not the profile "${profile.id}" that is known here.`);
  if (!fileIn(files, 'waivers.json').equals(jsonFile(report.waivers)))
    refuse('required-set', 'waivers.json does not match the waivers of report.json.');
  const [obstacle] = obstaclesIn(report);
  if (obstacle !== undefined) refuse('required-set', obstacle);
  return profile;
}

/** The payloads of the statements are in base64 in their files. */
function refuseSecrets(files: Files, { verdict, testResult }: Statements): void {
  for (const [path, bytes] of [...files, [verdictFile, verdict], [testResultFile, testResult]] as const) {
    const found = findSecret(bytes);
    if (found !== undefined) refuse('expired-or-secret', `${path} contains ${found}; do not publish it.`);
  }
}

function fileIn(files: Files, path: string): Buffer {
  return files.get(path) ?? refuse('integrity', `${path} is missing from the bundle.`);
}

function refuse(kind: BundleRefused['kind'], sentence: string): never {
  throw new BundleRefused(kind, sentence);
}
