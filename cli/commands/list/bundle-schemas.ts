import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A schema of what certificates consist of, as the package has it. */
export interface BundleSchema {
  readonly id: string;
  readonly title: string;
  /** In the package. */
  readonly path: string;
  readonly sha256: string;
}

const names = ['statement', 'verdict', 'manifest', 'challenge', 'status-list'];

/** The schemas of certificates, with the digests of their files. */
export function bundleSchemas(): BundleSchema[] {
  return names.map((name) => {
    const path = `certificate/${name}.schema.json`;
    const bytes = readFileSync(new URL(`../../../${path}`, import.meta.url));
    const { $id, title } = JSON.parse(bytes.toString()) as { readonly $id: string; readonly title: string };
    return { id: $id, title, path: `dist/${path}`, sha256: hash('sha256', bytes, 'hex') };
  });
}
