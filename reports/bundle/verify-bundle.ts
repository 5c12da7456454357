import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readJournal } from '../../journal/journal-reader.ts';
import type { Profile } from '../../profiles/profile.ts';
import { type JudgedAgain, judgeAgain } from '../replay/judge-again.ts';
import { aggregateReport } from '../report/aggregate-folders.ts';
import type { Report } from '../report/report.ts';
import { BundleRefused } from './bundle-refused.ts';
import { derivedFiles } from './derived-files.ts';
import { openEnvelope } from './dsse.ts';
import type { NamedKey } from './keys.ts';
import { checkManifest, type Files, manifestFile, sha256, testResultFile, verdictFile } from './manifest.ts';
import { obstaclesIn } from './obstacles.ts';
import { parseStrictly } from './parse-strictly.ts';
import { checksFile, jsonFile, requirementsFile, selfTestFile } from './required-set.ts';
import { findSecret } from './secrets.ts';
import { testResultStatement, verdictStatement } from './statements.ts';
import { reportIn, statementIn, verdictIn } from './typed-content.ts';

/** The verifier's own input: trusted keys, known profiles, its suite, and the current time. */
export interface Verifier {
  readonly trusted: readonly NamedKey[];
  /** How many of the trusted keys must have signed. */
  readonly threshold: number;
  /** Looks up a profile by its id; undefined if it is unknown here. */
  readonly profileNamed: (id: string) => Profile | undefined;
  readonly suite: Report['suite'];
  readonly now: Date;
}

/** A verified bundle. */
export interface Verified {
  readonly report: Report;
  readonly signers: readonly string[];
  /** Other keys that signed and are not trusted here. */
  readonly others: readonly string[];
  readonly implementation: { organization: string; product: string; version: string };
  readonly notAfter: string;
  readonly judgedCases: number;
}

/**
 * Checks a bundle without a network and without trusting its contents: signature, completeness, digests, schemas,
 * required set. Then judges every recorded exchange again.
 * @throws BundleRefused with the first problem, in that order
 */
export function verifyBundle(files: Files, verifier: Verifier): Verified {
  const { verdict, testResult, signers, others } = openStatements(files, verifier);
  checkManifest(files);
  const predicate = verdictIn(verdict);
  const report = reportIn(files);
  const profile = checkRequiredSet(files, report, verifier);
  const { implementation, notAfter } = predicate;
  const judgedCases = checkEvidence(files, report, profile, (evidence) =>
    derivedFiles(report, evidence, implementation, notAfter),
  );
  const certified = { report, files, manifest: fileIn(files, manifestFile), implementation, notAfter };
  if (!isDeepStrictEqual(verdict, plain(verdictStatement(certified))))
    refuse('required-set', `${verdictFile} does not match report.json.`);
  if (!isDeepStrictEqual(testResult, plain(testResultStatement(certified))))
    refuse('required-set', `${testResultFile} does not match report.json.`);
  checkValidity(files, notAfter, verifier.now);
  return { report, signers, others, implementation, notAfter, judgedCases };
}

function openStatements(files: Files, { trusted, threshold }: Verifier) {
  const verdict = openEnvelope(verdictFile, fileIn(files, verdictFile, 'signature'), trusted);
  const testResult = openEnvelope(testResultFile, fileIn(files, testResultFile, 'signature'), trusted);
  const signers = verdict.signers.filter((id) => testResult.signers.includes(id));
  if (signers.length < threshold) {
    refuse(
      'signature',
      `${signers.length} of the trusted keys signed both statements, but ${threshold} are required.`,
    );
  }
  const subject = sha256(fileIn(files, manifestFile));
  for (const [name, { statement }] of [
    [verdictFile, verdict],
    [testResultFile, testResult],
  ] as const) {
    if (statementIn(name, statement) !== subject)
      refuse('integrity', `${manifestFile} is not the one that ${name} refers to: its digest differs.`);
  }
  return { verdict: verdict.statement, testResult: testResult.statement, signers, others: verdict.others };
}

/** Checks everything that must equal this verifier's own files, and returns the profile of the bundle. */
function checkRequiredSet(files: Files, report: Report, { suite, profileNamed }: Verifier): Profile {
  if (!isDeepStrictEqual(report.suite, suite)) {
    refuse(
      'required-set',
      `The bundle was made by ${report.suite.name} ${report.suite.version} and this is ${suite.name} ${suite.version}; verify it with that one.`,
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
  if (
    !isDeepStrictEqual(parseStrictly('schema', 'profile.json', fileIn(files, 'profile.json')), plain(profile))
  )
    refuse('required-set', `profile.json is not the profile "${profile.id}" that is known here.`);
  if (!fileIn(files, 'waivers.json').equals(jsonFile(report.waivers)))
    refuse('required-set', 'waivers.json does not match the waivers of report.json.');
  const [obstacle] = obstaclesIn(report);
  if (obstacle !== undefined) refuse('required-set', obstacle);
  return profile;
}

/** Generates derived files again and judges the evidence again. Returns the number of cases. */
function checkEvidence(
  files: Files,
  report: Report,
  profile: Profile,
  derive: (evidence: string) => readonly (readonly [string, Buffer])[],
): number {
  const evidence = mkdtempSync(join(tmpdir(), 'ledger-conformance-verify-'));
  try {
    for (const [path, bytes] of files)
      if (path.startsWith('evidence/')) writeFileSync(join(evidence, basename(path)), bytes);
    const journal = journalIn(evidence);
    const options = { strict: false, requireAll: true, only: null, profile };
    if (!isDeepStrictEqual(plain(aggregateReport(journal, options)), report))
      refuse(
        'required-set',
        'report.json does not follow from the evidence: outcomes, counts or verdict differ.',
      );
    for (const [path, bytes] of derive(evidence)) {
      const given = files.get(path);
      if (given !== undefined && !given.equals(bytes))
        refuse('required-set', `${path} does not match report.json and the evidence.`);
    }
    refuseDifferences(judgeAgain(journal, profile, options));
    return journal.cases.length;
  } finally {
    rmSync(evidence, { recursive: true, force: true });
  }
}

function journalIn(evidence: string) {
  try {
    const journal = readJournal(evidence);
    const [problem] = journal.problems;
    if (problem !== undefined) refuse('integrity', problem);
    return journal;
  } catch (error) {
    if (error instanceof BundleRefused) throw error;
    const said = error instanceof Error ? error.message.replaceAll(`${evidence}/`, 'evidence/') : '';
    return refuse('schema', `The evidence is not a journal: ${said}`);
  }
}

/** The same suite version judged both times, so the texts must be equal too. */
function refuseDifferences({ differing, reworded, notJudged }: JudgedAgain): void {
  const sentences: readonly (readonly [cases: readonly string[], sentence: (first: string) => string])[] = [
    [differing, (first) => `cases are judged differently from the bundle; the first is ${first}.`],
    [
      reworded,
      (first) => `judgements are worded differently than the suite words them, the first of them ${first}.`,
    ],
    [
      notJudged,
      (first) =>
        `cases cannot be judged again; the first is ${first}: its exchanges or its judge are missing.`,
    ],
  ];
  for (const [cases, sentence] of sentences) {
    const [first] = cases;
    if (first !== undefined) refuse('judgement', `${cases.length} ${sentence(first)}`);
  }
}

function checkValidity(files: Files, notAfter: string, now: Date): void {
  if (Date.parse(notAfter) < now.getTime())
    refuse('expired-or-secret', `The certificate expired on ${notAfter.slice(0, 10)}.`);
  for (const [path, bytes] of files) {
    const found = findSecret(bytes);
    if (found !== undefined) refuse('expired-or-secret', `${path} contains ${found}; do not publish it.`);
  }
}

function fileIn(files: Files, path: string, kind: 'integrity' | 'signature' = 'integrity'): Buffer {
  return files.get(path) ?? refuse(kind, `${path} is missing from the bundle.`);
}

/** The value after a round trip through JSON. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function refuse(kind: BundleRefused['kind'], sentence: string): never {
  throw new BundleRefused(kind, sentence);
}
