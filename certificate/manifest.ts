import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import manifestSchema from './manifest.schema.json' with { type: 'json' };
import { refuse } from './refusal.ts';
import { checkSchema, parseWritten } from './strict-json.ts';

/** The files of a bundle by their paths in it. */
export type Files = ReadonlyMap<string, Buffer>;

export const manifestFile = 'manifest.json';
export const verdictFile = 'statement.dsse.json';
export const testResultFile = 'test-result.dsse.json';
export const challengeFile = 'challenge.dsse.json';

/** Files that the manifest does not list: itself and the signed statements; attachments come later. */
const unlisted: readonly string[] = [manifestFile, testResultFile, verdictFile];

/** Third-party evidence about a signature of a bundle: when it existed, or that it is in a public log. */
export type AttachmentKind = 'timestamp' | 'log-entry';

/** Where attachments of a kind are in a bundle, by the id of the key whose signature they are about. */
const attachmentPlaces: Readonly<
  Record<AttachmentKind, { readonly folder: string; readonly ending: string }>
> = {
  timestamp: { folder: 'timestamps', ending: '.tst' },
  'log-entry': { folder: 'log-entries', ending: '.sigstore.json' },
};

/** The path of an attachment in a bundle. */
export function attachmentPath(kind: AttachmentKind, keyId: string): string {
  const { folder, ending } = attachmentPlaces[kind];
  return `${folder}/${keyId}${ending}`;
}

/** The id of the key that an attachment of this kind is named after; undefined if it is the path of another file. */
export function attachmentKey(kind: AttachmentKind, path: string): string | undefined {
  const keyId = /^[\w-]+\/([\w-]{43})\./.exec(path)?.[1];
  return keyId !== undefined && path === attachmentPath(kind, keyId) ? keyId : undefined;
}

function isAttachment(path: string): boolean {
  return attachmentKey('timestamp', path) !== undefined || attachmentKey('log-entry', path) !== undefined;
}

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
interface ManifestEntry {
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
 * A file of a bundle.
 * @throws BundleRefused if it is missing
 */
export function fileIn(files: Files, path: string): Buffer {
  return files.get(path) ?? refuse('integrity', `${path} is missing from the bundle.`);
}

/**
 * Says if a file differs from the manifest, is not listed, or is missing in it. Attachments are not listed.
 * @throws BundleRefused if the manifest is malformed
 */
export function manifestProblem(files: Files): string | undefined {
  const manifest = parsedManifest(files);
  const listed = new Set(manifest.files.map(({ path }) => path));
  if (listed.size < manifest.files.length) return 'manifest.json lists a file twice.';
  for (const { path, size, sha256: digest, ...kind } of manifest.files) {
    if (!isOfBundle(path)) return `manifest.json lists ${path}, which is not a file of a bundle.`;
    if (!isDeepStrictEqual(kind, kindOf(path)))
      return `manifest.json gives ${path} another role or media type than it has.`;
    const bytes = fileIn(files, path);
    if (bytes.length !== size || sha256(bytes) !== digest)
      return `${path} is not the file that was signed: its size or digest differs.`;
  }
  for (const path of files.keys()) {
    if (!listed.has(path) && !unlisted.includes(path) && !isAttachment(path))
      return `${path} is in the bundle but not in its manifest.`;
  }
  for (const [path, role] of Object.entries(bundleRoles)) {
    if (!optional.includes(role) && !listed.has(path)) return `${path} is missing from the manifest.`;
  }
  return undefined;
}

/**
 * The manifest of these files.
 * @throws BundleRefused if it is missing or malformed
 */
export function parsedManifest(files: Files): Manifest {
  const value = parseWritten('schema', manifestFile, fileIn(files, manifestFile));
  checkSchema(manifestSchema, manifestFile, value);
  return value as Manifest;
}
