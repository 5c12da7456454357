import { join } from 'node:path';
import { exchangesDigest } from '../journal/exchanges.ts';
import { journalLines } from '../journal/journal-lines.ts';
import { readRegular } from '../journal/open-regular.ts';
import { collectFrame, problemsOf } from '../journal/run-frame.ts';
import type { Profile } from '../profiles/profile.ts';
import { aggregateFolders } from '../reports/report/aggregate-folders.ts';
import type { Report } from '../reports/report/report.ts';
import { reportText } from '../reports/report/write-report.ts';
import { UsageError } from '../settings/usage-error.ts';
import { BundleRefused } from './bundle-refused.ts';
import { openChallenge } from './challenge.ts';
import { derivedFiles } from './derived-files.ts';
import { payloadOf, signStatement } from './dsse.ts';
import { evidenceFiles } from './evidence-lines.ts';
import { jsonFile } from './json-file.ts';
import type { NamedKey } from './keys.ts';
import {
  challengeFile,
  type Files,
  manifestFile,
  manifestOf,
  testResultFile,
  verdictFile,
} from './manifest.ts';
import { programDigest } from './program-digest.ts';
import { checksFile, requirementsFile, selfTestFile } from './required-set.ts';
import { type Declared, type Statements, testResultStatement, verdictStatement } from './statements.ts';

/** A finished run and what else goes into its bundle. */
export interface BundleParts extends Pick<Declared, 'implementation' | 'assurance' | 'artifacts'> {
  readonly folder: string;
  readonly profile: Profile;
  /** The file of the challenge that the run answers. */
  readonly challenge: Buffer | undefined;
  /** Days from the end of the run until the certificate expires. */
  readonly validDays: number;
}

const day = 24 * 60 * 60 * 1_000;

/** The report for a certificate. Its options are fixed so that a verifier can compute it again. */
export function certifiedReport(folder: string, profile: Profile): Report {
  return aggregateFolders([folder], { strict: false, requireAll: true, only: null, profile });
}

/** When a certificate expires, in ISO 8601, counted from the end of its run. */
function notAfterOf(report: Report, validDays: number): string {
  return new Date(Date.parse(report.run.finishedAt ?? report.run.startedAt) + validDays * day).toISOString();
}

/** A bundle without its signed statements, and what is to be signed. */
export interface UnsignedBundle {
  readonly files: Files;
  readonly statements: Statements;
}

/**
 * The evidence in the results folder of a run.
 * @throws UsageError if there is none
 */
export function evidenceOf(folder: string): Files {
  const read = (name: string): Buffer => {
    try {
      return readRegular(join(folder, name));
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new UsageError([
        `${join(folder, name)} cannot be read. Give the results folder of a finished run.`,
      ]);
    }
  };
  return new Map(evidenceFiles.map(([path, name]) => [path, read(name)]));
}

/**
 * Refuses a run that did not end, or whose exchanges have changed since; a verifier would say the same.
 * @throws BundleRefused with the first problem
 */
export function refuseUnfinished(folder: string): void {
  const frame = collectFrame(folder);
  for (const line of journalLines(folder, (start) => /^\{"type":"(?:run|footer)"/.test(start)))
    frame.take(line);
  const [problem] = problemsOf(frame.frame().footer, exchangesDigest(folder));
  if (problem !== undefined) throw new BundleRefused('integrity', problem);
}

/** All files of a bundle but the signed statements. Reads files and writes none. */
export function makeBundle({ folder, profile, validDays, challenge, ...parts }: BundleParts): UnsignedBundle {
  const report = certifiedReport(folder, profile);
  const { implementation, assurance, artifacts } = parts;
  const declared: Declared = {
    implementation,
    notAfter: notAfterOf(report, validDays),
    program: programDigest(),
    artifacts,
    assurance,
    challenge: challenge === undefined ? undefined : openChallenge(challengeFile, challenge),
  };
  const files = new Map<string, Buffer>([
    ['checks.json', checksFile()],
    ...evidenceOf(folder),
    ['profile.json', jsonFile(profile)],
    ['report.json', Buffer.from(reportText(report))],
    ['requirements.json', requirementsFile(profile)],
    ['self-test.json', selfTestFile()],
    ['waivers.json', jsonFile(report.waivers)],
    ...derivedFiles(report, folder, declared),
    ...(challenge === undefined ? [] : [[challengeFile, challenge] as const]),
  ]);
  const manifest = jsonFile(manifestOf(files));
  const certified = { report, files, manifest, ...declared };
  const statements = {
    verdict: payloadOf(verdictStatement(certified)),
    testResult: payloadOf(testResultStatement(certified)),
  };
  return { files: new Map([...files, [manifestFile, manifest]]), statements };
}

/** The bundle with both statements signed by each key. */
export function signBundle({ files, statements }: UnsignedBundle, keys: readonly NamedKey[]): Files {
  return new Map([
    ...files,
    [verdictFile, jsonFile(signStatement(statements.verdict, keys))],
    [testResultFile, jsonFile(signStatement(statements.testResult, keys))],
  ]);
}
