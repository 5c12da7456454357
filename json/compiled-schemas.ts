import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ValidateFunction } from 'ajv/dist/2020.js';

const require = createRequire(import.meta.url);

/** Where the build writes the code of compiled schemas; the sources have none. */
export const compiledFolder = new URL('./compiled/', import.meta.url);

/** The file with the code of a schema, by the last part of its `$id`. */
export function compiledFile(id: string): string {
  return `${id.slice(id.lastIndexOf('/') + 1)}.cjs`;
}

/** The validator of a schema that was compiled when the suite was built; undefined if it was not. */
export function compiledSchema(id: string): ValidateFunction | undefined {
  const path = new URL(compiledFile(id), compiledFolder);
  return existsSync(path) ? require(fileURLToPath(path)) : undefined;
}
