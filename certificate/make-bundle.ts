import { join } from 'node:path';
import { newLines } from '../journal/journal-lines.ts';
import { readRegular } from '../journal/open-regular.ts';
import type { Profile } from '../profiles/profile.ts';
import { type Aggregated, createAggregation } from '../reports/report/aggregation.ts';
import type { Report } from '../reports/report/report.ts';
import { UsageError } from '../settings/usage-error.ts';
import { openChallenge } from './challenge.ts';
import { derivedFiles } from './derived-files.ts';
import { evidenceFiles, runFilesOf } from './evidence-lines.ts';
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
import { requiredSet } from './required-set.ts';
import { payloadOf, payloadTypes, signPayload } from './signed-document.ts';
import { type Declared, testResultStatement, verdictStatement } from './statements.ts';
import { jsonFile } from './strict-json.ts';
import { notAfterOf } from './validity.ts';
import { programDigest } from './verifier.ts';

/** What goes into a bundle besides a finished run. */
export interface BundleParts
  extends Pick<Declared, 'implementation' | 'assurance' | 'artifacts' | 'undisguised'> {
  readonly profile: Profile;
  /** The file of the challenge that the run answers. */
  readonly challenge: Buffer | undefined;
  /** Days from the end of the run until the certificate expires. */
  readonly validDays: number;
}

/** A run with its report for a certificate. */
export interface CertifiedRun extends Aggregated {
  readonly files: Files;
}

/** Reads a run. @throws UsageError if there is none */
export function certifiedRun(files: Files, profile: Profile): CertifiedRun {
  const run = createAggregation(newLines(runFilesOf(files)));
  return { files, ...run.report(certificateOptions(profile)) };
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

/** A bundle with both statements signed by each key. */
export function makeBundle(
  parts: BundleParts,
  keys: readonly NamedKey[],
  { files: evidence, ...run }: CertifiedRun,
): Files {
  const { report } = run;
  const { profile, validDays, challenge, implementation, assurance, artifacts, undisguised } = parts;
  const declared: Declared = {
    implementation,
    notAfter: notAfterOf(report, validDays),
    program: programDigest(),
    artifacts,
    assurance,
    undisguised,
    challenge: challenge === undefined ? undefined : openChallenge(challengeFile, challenge),
  };
  const files = new Map<string, Buffer>([
    ...requiredSet(profile),
    ...evidence,
    ['profile.json', jsonFile(profile)],
    ['report.json', jsonFile(report)],
    ['waivers.json', jsonFile(report.waivers)],
    ...derivedFiles(run, declared),
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
