import { createRequire } from 'node:module';
import type { Ajv2020, CodeOptions } from 'ajv/dist/2020.js';
import { operationStems } from '../schemas/openapi.ts';
import { allSchemas } from '../schemas/schema.ts';

// Synchronous, and only on first use: loading ajv takes each process 50 ms, and a run that was built needs it rarely.
const require = createRequire(import.meta.url);
const ajv = (): typeof import('ajv/dist/2020.js') => require('ajv/dist/2020.js');
const formats = (): typeof import('ajv-formats') => require('ajv-formats');

/** Shorter code is no faster here, and takes a third longer to compile. */
const compiledQuickly: CodeOptions = { optimize: false };

/** An ajv for the suite's own schemas; those in schemas/ are added. */
export function createAjv(code = compiledQuickly): Ajv2020 {
  const created = new (ajv().Ajv2020)({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    verbose: true,
    // These schemas are our own, and tests validate them; checking them again would cost every process 30 ms.
    validateSchema: false,
    code,
  });
  formats().default(created);
  // A regular expression, not a function, so that it can be written out with compiled schemas.
  created.addFormat('operation', new RegExp(`^(?:${operationStems.join('|')})$`));
  for (const schema of allSchemas) created.addSchema(schema);
  return created;
}

/** An ajv for schemas that describe only the part they are about, like those in profiles. */
export function createLooseAjv(): Ajv2020 {
  return new (ajv().Ajv2020)({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    code: compiledQuickly,
  });
}
