import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compiledSchema } from '../../json/compiled-schemas.ts';
import { createAjv } from '../../json/create-ajv.ts';
import { allSchemas } from '../../schemas/schema.ts';

const build = new URL('../../build/', import.meta.url);
const compiled = new URL('json/compiled/', build);
const require = createRequire(import.meta.url);

const others = [
  'settings/settings',
  'settings/worker-configuration',
  'profiles/profile',
  'reports/report/report',
].map((name) => JSON.parse(readFileSync(new URL(`../../${name}.schema.json`, import.meta.url), 'utf8')));
const schemas = [...allSchemas, ...others];
const ids = schemas.map(({ $id }) => String($id));
const name = (id: string) => `${id.split('/').at(-1)}.cjs`;

const ajv = createAjv();
for (const schema of others) ajv.addSchema(schema);

test('The build has compiled the schemas that each run validates with.', () => {
  expect(readdirSync(compiled).toSorted()).toEqual(ids.map(name).toSorted());
});

test('The sources have no compiled schemas.', () => {
  expect(ids.map(compiledSchema)).toEqual(ids.map(() => undefined));
});

/** A value with the properties of a schema, some of them missing, wrong or added. */
function valuesLike({
  properties = {},
}: {
  properties?: Readonly<Record<string, unknown>>;
}): fc.Arbitrary<unknown> {
  const any = fc.anything({ withNullPrototype: false, maxDepth: 3 });
  const values = Object.fromEntries(Object.keys(properties).map((key) => [key, any]));
  return fc.oneof(any, fc.record({ ...values, added: any }, { requiredKeys: [] }));
}

test.each(schemas)('Compiled by the build, $title finds the same violations.', (schema) => {
  const id = String(schema.$id);
  const built: ValidateFunction = require(fileURLToPath(new URL(name(id), compiled)));
  const now = ajv.getSchema(id);
  if (now === undefined) throw new Error(`${id} is unknown.`);
  fc.assert(
    fc.property(valuesLike(schema), (value) => {
      expect(built(value)).toBe(now(value));
      expect(built.errors).toEqual(now.errors);
    }),
    { numRuns: 200, seed: 1 },
  );
});

const program = `
  import { createRequire } from 'node:module';
  const { validator, violationsOf } = await import(${JSON.stringify(new URL('json/ajv.js', build).href)});
  const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes('/ajv/dist/2020.js'));
  const rejected = !validator('error')({});
  const before = loaded();
  const violations = violationsOf({ $id: 'another', type: 'string' }, 1).length;
  process.stdout.write(JSON.stringify({ rejected, before, violations, after: loaded() }));`;

test('ajv is loaded only for a schema that the build has not compiled.', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  expect(JSON.parse(output)).toEqual({ rejected: true, before: false, violations: 1, after: true });
});

const referring = `
  import { readFileSync } from 'node:fs';
  const { violationsOf } = await import(${JSON.stringify(new URL('json/ajv.js', build).href)});
  const [report, comparison] = ['report/report', 'compare/comparison'].map((name) =>
    JSON.parse(readFileSync(new URL(${JSON.stringify(new URL('reports/', build).href)} + name + '.schema.json'))));
  const wrong = (schema, referenced) => violationsOf(schema, { operation: 1 }, referenced).length > 0;
  process.stdout.write(JSON.stringify([wrong(report), wrong(comparison, [report]), wrong(report, [report])]));`;

test('A schema can refer to one that the build has compiled.', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', referring], {
    encoding: 'utf8',
  });
  expect(JSON.parse(output)).toEqual([true, true, true]);
});
