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
import { openChallenge } from './challenge.ts';
import { derivedFiles } from './derived-files.ts';
import { evidenceFiles } from './evidence-lines.ts';
import { certificateOptions } from './judged-again.ts';
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
import { refuse } from './refusal.ts';
import { checksFile, requirementsFile, selfTestFile } from './required-set.ts';
import { payloadOf, payloadTypes, signPayload } from './signed-document.ts';
import { type Declared, testResultStatement, verdictStatement } from './statements.ts';
import { jsonFile } from './strict-json.ts';
import { notAfterOf } from './validity.ts';

/** A finished run and what else goes into its bundle. */
export interface BundleParts extends Pick<Declared, 'implementation' | 'assurance' | 'artifacts'> {
  readonly folder: string;
  readonly profile: Profile;
  /** The file of the challenge that the run answers. */
  readonly challenge: Buffer | undefined;
  /** Days from the end of the run until the certificate expires. */
  readonly validDays: number;
}

/** The report for a certificate. */
export function certifiedReport(folder: string, profile: Profile): Report {
  return aggregateFolders([folder], certificateOptions(profile));
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
 * Refuses a run that did not end, or whose exchanges have changed since: a certificate has no word for its verdict.
 * @throws BundleRefused with the first problem
 */
export function refuseUnfinished(folder: string): void {
  const frame = collectFrame(folder);
  for (const line of journalLines(folder, (start) => /^\{"type":"(?:run|footer)"/.test(start)))
    frame.take(line);
  const [problem] = problemsOf(frame.frame().footer, exchangesDigest(folder));
  if (problem !== undefined) refuse('integrity', problem);
}

/** A bundle with both statements signed by each key. Reads files and writes none. */
export function makeBundle(parts: BundleParts, keys: readonly NamedKey[]): Files {
  const { folder, profile, validDays, challenge, implementation, assurance, artifacts } = parts;
  const report = certifiedReport(folder, profile);
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
  return signedBundle(files, { report, ...declared }, keys);
}

/** The files of a bundle with their manifest, and with both statements about it signed by each key. */
export function signedBundle(
  files: Files,
  said: Declared & { readonly report: Report },
  keys: readonly NamedKey[],
): Files {
  const listed = new Map([...files, [manifestFile, jsonFile(manifestOf(files))]]);
  const certified = { ...said, files: listed };
  const signed = (statement: object): Buffer =>
    jsonFile(signPayload(payloadTypes.statement, payloadOf(statement), keys));
  return new Map([
    ...listed,
    [verdictFile, signed(verdictStatement(certified))],
    [testResultFile, signed(testResultStatement(certified))],
  ]);
}
