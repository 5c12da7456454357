import type { KeyObject, X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Profile } from '../profiles/profile.ts';
import type { Report } from '../reports/report/report.ts';
import { loadProfile, profileNames } from '../settings/load-profile.ts';
import { suiteName, suiteVersion } from '../settings/suite.ts';
import type { Artifact } from './artifacts.ts';
import type { AssuranceKind } from './assurance.ts';
import type { NamedKey } from './keys.ts';
import { sha256 } from './manifest.ts';
import type { StatusFile } from './status-list.ts';

/** Who verifies a bundle: what it knows, whom it trusts and what it demands. Nothing of it comes from the bundle. */
export interface Verifier {
  /** Looks up a profile by its id; undefined if it is unknown here. */
  readonly profileNamed: (id: string) => Profile | undefined;
  readonly suite: Report['suite'];
  readonly now: Date;
  /** The keys of signers, and how many of them must have signed both statements. */
  readonly trusted: readonly NamedKey[];
  readonly threshold: number;
  /** Keys of certifiers: their challenges count, and they may revoke. */
  readonly certifiers?: readonly NamedKey[];
  /** Lists of revoked certificates. */
  readonly statusLists?: readonly StatusFile[];
  /** The least assurance to accept; any by default. */
  readonly least?: AssuranceKind;
  /** What the certificate must be about. */
  readonly artifacts?: readonly Artifact[];
  /** Whose word counts for timestamps and log entries. Without any, those of the kind are not checked. */
  readonly timestampRoots?: readonly X509Certificate[];
  readonly logKeys?: readonly KeyObject[];
}

/**
 * What this suite knows now.
 * @param profile the name or path of a profile that is trusted besides those of the suite
 * @throws UsageError if it is not a profile
 */
export function knownHere(profile?: string): Pick<Verifier, 'profileNamed' | 'suite' | 'now'> {
  const given = profile === undefined ? undefined : loadProfile(profile, '--profile');
  return {
    profileNamed: (id): Profile | undefined => {
      if (given?.id === id) return given;
      return profileNames.includes(id) ? loadProfile(id) : undefined;
    },
    suite: { name: suiteName, version: suiteVersion },
    now: new Date(),
  };
}

/** The folder of the built program; tests run from the sources, or from what the compiler wrote next to it. */
function builtFolder(): string {
  const root = fileURLToPath(new URL('..', import.meta.url));
  if (basename(root) === 'dist') return root;
  return join(root, basename(root) === 'build' ? '..' : '', 'dist');
}

/**
 * The digest of the built program, which is the same in the package and in a checkout: SHA-256 of the lines that `sha256sum`
 * prints for its files in the order of their paths. Declarations and the bill of materials are left out.
 */
export function programDigest(folder = builtFolder()): string {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `./${relative(folder, join(parentPath, name)).split(sep).join('/')}`)
    .filter((path) => !/\.d\.ts$|^\.\/sbom\.cdx\.json$/.test(path))
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const lines = paths.map((path) => `${sha256(readFileSync(join(folder, path)))}  ${path}\n`);
  return sha256(Buffer.from(lines.join('')));
}
