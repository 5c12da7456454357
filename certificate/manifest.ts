import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { attachmentAt } from './attachments/attachment-files.ts';
import { BundleRefused } from './bundle-refused.ts';
import { checkSchema } from './check-schema.ts';
import manifestSchema from './manifest.schema.json' with { type: 'json' };
import { parseWritten } from './parse-strictly.ts';

/** The files of a bundle by their paths in it. */
export type Files = ReadonlyMap<string, Buffer>;

export const manifestFile = 'manifest.json';
export const verdictFile = 'statement.dsse.json';
export const testResultFile = 'test-result.dsse.json';
export const challengeFile = 'challenge.dsse.json';

/** Files that the manifest does not list: itself and the signed statements; attachments come later. */
const unlisted: readonly string[] = [manifestFile, testResultFile, verdictFile];

type Role = 'verdict' | 'required-set' | 'evidence' | 'proof' | 'derived' | 'challenge';

/** The role of each file; a bundle contains no others. `derived` files follow from the rest. */
export const bundleRoles: Readonly<Record<string, Role>> = {
  'README.md': 'derived',
  [challengeFile]: 'challenge',
  'checks.json': 'required-set',
  'evidence/exchanges.ndjson': 'evidence',
  'evidence/run.ndjson': 'evidence',
  'junit.xml': 'derived',
  'profile.json': 'required-set',
  'report.html': 'derived',
  'report.json': 'verdict',
  'requirements.json': 'required-set',
  'self-test.json': 'proof',
  'waivers.json': 'verdict',
};

/** Whether the file at this path of a bundle is a part of its evidence: the journal or the exchanges. */
export function isEvidence(path: string): boolean {
  return bundleRoles[path] === 'evidence';
}

const mediaTypes: Readonly<Record<string, string>> = {
  html: 'text/html',
  json: 'application/json',
  md: 'text/markdown',
  ndjson: 'application/x-ndjson',
  xml: 'application/xml',
};

/** Roles of files that a bundle can do without. */
const optional: readonly Role[] = ['derived', 'challenge'];

/** One file of a bundle; `size` in bytes, `sha256` in hex. */
export interface ManifestEntry {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly mediaType: string;
  readonly role: string;
}

export interface Manifest {
  readonly schemaVersion: 1;
  readonly files: readonly ManifestEntry[];
}

export function sha256(bytes: Buffer): string {
  return hash('sha256', bytes, 'hex');
}

/** The manifest of files, sorted by path. */
export function manifestOf(files: Files): Manifest {
  const entries = [...files].map(([path, bytes]) => {
    if (!isOfBundle(path)) throw new Error(`A bundle has no place for ${path}; name it in bundleRoles.`);
    return { path, size: bytes.length, sha256: sha256(bytes), ...kindOf(path) };
  });
  return { schemaVersion: 1, files: entries.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

function isOfBundle(path: string): boolean {
  return Object.hasOwn(bundleRoles, path);
}

/** What the manifest says of a file besides its content. */
function kindOf(path: string): Pick<ManifestEntry, 'mediaType' | 'role'> {
  const mediaType = mediaTypes[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  return { mediaType, role: bundleRoles[path] ?? '' };
}

/**
 * Checks the files of a bundle against its manifest: every listed file is unchanged, every mandatory file is listed,
 * and there are no others but attachments.
 * @throws BundleRefused with the first difference
 */
export function checkManifest(files: Files): Manifest {
  const manifest = parsedManifest(files);
  const listed = new Set(manifest.files.map(({ path }) => path));
  if (listed.size < manifest.files.length) refuse('manifest.json lists a file twice.');
  for (const { path, size, sha256: digest, ...kind } of manifest.files) {
    if (!isOfBundle(path)) refuse(`manifest.json lists ${path}, which is not a file of a bundle.`);
    if (!isDeepStrictEqual(kind, kindOf(path)))
      refuse(`manifest.json gives ${path} another role or media type than it has.`);
    const bytes = files.get(path);
    if (bytes === undefined) return refuse(`${path} is missing from the bundle.`);
    if (bytes.length !== size || sha256(bytes) !== digest)
      refuse(`${path} is not the file that was signed: its size or digest differs.`);
  }
  for (const path of files.keys()) {
    if (!listed.has(path) && !unlisted.includes(path) && attachmentAt(path) === undefined)
      refuse(`${path} is in the bundle but not in its manifest.`);
  }
  for (const [path, role] of Object.entries(bundleRoles)) {
    if (!optional.includes(role) && !listed.has(path)) refuse(`${path} is missing from the manifest.`);
  }
  return manifest;
}

function parsedManifest(files: Files): Manifest {
  const bytes = files.get(manifestFile);
  if (bytes === undefined) return refuse(`${manifestFile} is missing from the bundle.`);
  const value = parseWritten('schema', manifestFile, bytes);
  checkSchema(manifestSchema, manifestFile, value);
  return value as Manifest;
}

function refuse(sentence: string): never {
  throw new BundleRefused('integrity', sentence);
}
