import { hash } from 'node:crypto';
import killMatrix from '../docs/kill-matrix.json' with { type: 'json' };
import { isStoredAs } from '../json/is-stored-as.ts';
import { levelOf, type Profile } from '../profiles/profile.ts';
import type { Report } from '../reports/report/report.ts';
import { judgedPairs } from '../requirements/catalogue.ts';
import { documentSha256 } from '../requirements/document-digest.ts';
import { allChecks } from '../specs/all.ts';
import { type Files, fileIn } from './manifest.ts';
import { refuse } from './refusal.ts';
import { jsonFile, parseWritten } from './strict-json.ts';
import type { Verifier } from './verifier.ts';

/**
 * The files of a bundle that follow from the suite and a profile. A verifier makes them from its own catalogue and compares them
 * whole.
 */
export function requiredSet(profile: Profile): [path: string, content: Buffer][] {
  return [
    ['requirements.json', jsonFile(requirementsOf(profile))],
    ['checks.json', jsonFile({ schemaVersion: 1, checks: judgedChecks() })],
    ['self-test.json', jsonFile(killMatrix)],
  ];
}

/** Every requirement of a profile with the digest of the words it quotes. */
function requirementsOf(profile: Profile): object {
  const list = judgedPairs.map(({ entry, operation }) => ({
    id: entry.id,
    operation,
    level: levelOf(profile, entry, operation),
    section: entry.section,
    textDigest: hash('sha256', JSON.stringify([entry.statement, entry.quote]), 'hex'),
  }));
  return {
    schemaVersion: 1,
    document: { sha256: documentSha256 },
    profile: profile.id,
    requirements: list,
  };
}

/** Every check: the version of its judge, and the faults that it condemns. */
function judgedChecks(): object[] {
  const kills = Object.entries(killMatrix.kills as Readonly<Record<string, readonly string[]>>);
  return allChecks.map(({ requirement, operation, version }) => ({
    id: `${requirement}@${operation}`,
    requirement,
    operation,
    judge: version,
    condemns: kills
      .filter(([, by]) => by.includes(`${requirement}@${operation}`))
      .map(([fault]) => fault)
      .sort(),
  }));
}

/** The kill matrix of this suite, which proves its checks, as a statement refers to it. */
export const selfTest = {
  faults: killMatrix.faults,
  variants: killMatrix.variants,
  musts: killMatrix.musts,
} as const;

/**
 * The profile of a run, as the verifier knows it, after checking that the run was judged by the same suite and document.
 * @throws BundleRefused if it was judged by others, or the profile is unknown
 */
export function profileOf(report: Report, { suite, profileNamed }: Verifier): Profile {
  if (!isStoredAs(suite, report.suite))
    refuse(
      'required-set',
      `The bundle was made by ${report.suite.name} ${report.suite.version} and this is ${suite.name} ${suite.version}; verify it with that one.`,
    );
  if (report.document.sha256 !== documentSha256)
    refuse(
      'required-set',
      `The run was judged by another document: its SHA-256 is ${report.document.sha256}, and that of ${suite.name} ${suite.version} is ${documentSha256}.`,
    );
  return (
    profileNamed(report.profile) ??
    refuse('required-set', `There is no profile "${report.profile}" here. Give it with --profile.`)
  );
}

/**
 * Says if a file differs from that of the verifier, or from what the report says.
 * @throws BundleRefused if profile.json is malformed
 */
export function requiredSetProblem(files: Files, report: Report, profile: Profile): string | undefined {
  const { name, version } = report.suite;
  for (const [path, bytes] of requiredSet(profile))
    if (!fileIn(files, path).equals(bytes)) return `${path} is not that of ${name} ${version}.`;
  if (!isStoredAs(profile, parseWritten('schema', 'profile.json', fileIn(files, 'profile.json'))))
    return `profile.json is not the profile "${profile.id}" that is known here.`;
  if (!fileIn(files, 'waivers.json').equals(jsonFile(report.waivers)))
    return 'waivers.json does not match the waivers of report.json.';
  return undefined;
}
