// Writes the code of the schemas that each run validates with into build/, so that its processes need not compile them.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { compiledFile, compiledFolder } from '../build/json/compiled-schemas.js';
import { createAjv } from '../build/json/create-ajv.js';
import { allSchemas } from '../build/schemas/schema.js';

const others = [
  'settings/settings.schema.json',
  'settings/worker-configuration.schema.json',
  'profiles/profile.schema.json',
  'reports/report/report.schema.json',
].map((path) => JSON.parse(readFileSync(new URL(`../build/${path}`, import.meta.url), 'utf8')));

const ajv = createAjv({ source: true });
for (const schema of others) ajv.addSchema(schema);

rmSync(compiledFolder, { recursive: true, force: true });
mkdirSync(compiledFolder);
for (const { $id } of [...allSchemas, ...others])
  writeFileSync(new URL(compiledFile($id), compiledFolder), standaloneCode.default(ajv, ajv.getSchema($id)));
