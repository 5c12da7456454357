import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from './manifest.ts';

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
