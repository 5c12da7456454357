import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { UsageError } from '../settings/usage-error.ts';
import { manifestFile } from './manifest.ts';

/** A file or image that the certificate is about, by its SHA-256 in hex. */
export interface Artifact {
  readonly name: string;
  readonly sha256: string;
}

/** How many a statement can name besides the manifest (statement.schema.json). */
const most = 100;

/** As long as the name of a subject may be (statement.schema.json), in characters. */
const longestName = 500;

const digest = /^(?:(.+)@)?sha256:([0-9a-f]{64})$/s;

/**
 * An artifact given as a file, or by its digest as `sha256:HEX` or `NAME@sha256:HEX`, which is how container images are named.
 * @throws UsageError if it is neither
 */
export async function readArtifact(given: string): Promise<Artifact> {
  const [, name, sha256] = digest.exec(given) ?? [];
  if (sha256 !== undefined) return { name: name ?? `sha256:${sha256}`, sha256 };
  const isFile = statSync(given, { throwIfNoEntry: false })?.isFile() === true;
  if (!isFile)
    throw new UsageError([
      `--artifact ${given} is neither a file nor a digest. Give a file, sha256:HEX or NAME@sha256:HEX, with 64 lower-case hex digits.`,
    ]);
  try {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(given)) hash.update(chunk as Buffer);
    return { name: basename(given), sha256: hash.digest('hex') };
  } catch {
    throw new UsageError([`--artifact ${given} cannot be read. Correct its permissions.`]);
  }
}

/**
 * The artifacts that a certificate is about. Subjects of a statement are told apart by their names.
 * @throws UsageError if one cannot be read, or two have one name
 */
export async function readArtifacts(given: readonly string[]): Promise<Artifact[]> {
  const artifacts = await Promise.all(given.map(readArtifact));
  if (artifacts.length > most)
    throw new UsageError([`A certificate can be about ${most} artifacts at most, not ${artifacts.length}.`]);
  const long = artifacts.find(({ name }) => [...name].length > longestName);
  if (long !== undefined)
    throw new UsageError([
      `--artifact has a name of more than ${longestName} characters, ${long.name.slice(0, 40)}…. Give a shorter one as NAME@sha256:HEX.`,
    ]);
  const names = [manifestFile, ...artifacts.map(({ name }) => name)];
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined)
    throw new UsageError([
      `Two files of the certificate would have the name ${twice}. Give --artifact another name as NAME@sha256:HEX.`,
    ]);
  return artifacts;
}

/** Says if a certificate is not about one of these artifacts; only their digests are compared. */
export function artifactProblem(given: readonly Artifact[], named: readonly Artifact[]): string | undefined {
  const missing = given.find(({ sha256 }) => !named.some((each) => each.sha256 === sha256));
  if (missing === undefined) return undefined;
  const list = named.map(({ name, sha256 }) => `${name} (${sha256})`).join(', ');
  return `The certificate is not about ${missing.name} with the SHA-256 ${missing.sha256}: it names ${list === '' ? 'no artifact' : list}.`;
}
