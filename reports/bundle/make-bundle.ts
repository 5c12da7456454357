import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exchangesFile, runFile } from '../../journal/journal.ts';
import type { Profile } from '../../profiles/profile.ts';
import { aggregateFolders } from '../report/aggregate-folders.ts';
import type { Report } from '../report/report.ts';
import { reportText } from '../report/write-report.ts';
import { derivedFiles } from './derived-files.ts';
import { signStatement } from './dsse.ts';
import type { NamedKey } from './keys.ts';
import { type Files, manifestFile, manifestOf, testResultFile, verdictFile } from './manifest.ts';
import { checksFile, jsonFile, requirementsFile, selfTestFile } from './required-set.ts';
import { type Implementation, testResultStatement, verdictStatement } from './statements.ts';

/** A finished run and what else goes into its bundle. */
export interface BundleParts {
  readonly folder: string;
  readonly profile: Profile;
  readonly implementation: Implementation;
  readonly keys: readonly NamedKey[];
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

/** All files of a bundle, signed. Reads files and writes none. */
export function makeBundle({ folder, profile, implementation, keys, validDays }: BundleParts): Files {
  const report = certifiedReport(folder, profile);
  const notAfter = notAfterOf(report, validDays);
  const files = new Map<string, Buffer>([
    ['checks.json', checksFile()],
    ['evidence/exchanges.ndjson', readFileSync(join(folder, exchangesFile))],
    ['evidence/run.ndjson', readFileSync(join(folder, runFile))],
    ['profile.json', jsonFile(profile)],
    ['report.json', Buffer.from(reportText(report))],
    ['requirements.json', requirementsFile(profile)],
    ['self-test.json', selfTestFile()],
    ['waivers.json', jsonFile(report.waivers)],
    ...derivedFiles(report, folder, implementation, notAfter),
  ]);
  const manifest = jsonFile(manifestOf(files));
  const certified = { report, files, manifest, implementation, notAfter };
  files.set(manifestFile, manifest);
  files.set(verdictFile, jsonFile(signStatement(verdictStatement(certified), keys)));
  files.set(testResultFile, jsonFile(signStatement(testResultStatement(certified), keys)));
  return files;
}
