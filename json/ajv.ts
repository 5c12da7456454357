import { Ajv2020, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { operationStems } from '../schemas/openapi.ts';
import { allSchemas, type SchemaStem } from '../schemas/schema.ts';

let instance: Ajv2020 | undefined;
const compiled = new Map<string, ValidateFunction>();

/** The validator of a schema by its stem, compiled on first use: a worker uses few, and each takes about 10 ms. */
export function validator(stem: SchemaStem): ValidateFunction {
  const id = `https://ledger-conformance.dev/schemas/${stem}.schema.json`;
  return compiledOnce(id, () => {
    instance ??= createAjv();
    const validate = instance.getSchema(id);
    if (validate === undefined)
      throw new Error(`No schema "${stem}" in schemas/; add the file or correct the name.`);
    return validate as ValidateFunction;
  });
}

/**
 * Every violation of a schema outside schemas/ (settings, profiles, report files).
 * @param referenced the schemas outside schemas/ that it refers to
 */
export function violationsOf(
  schema: AnySchemaObject,
  value: unknown,
  referenced: readonly AnySchemaObject[] = [],
): ErrorObject[] {
  const validate = compile(schema, referenced);
  return validate(value) ? [] : (validate.errors ?? []);
}

function compile(schema: AnySchemaObject, referenced: readonly AnySchemaObject[] = []): ValidateFunction {
  return compiledOnce(String(schema.$id), () => {
    instance ??= createAjv();
    for (const each of referenced)
      if (instance.getSchema(String(each.$id)) === undefined) instance.addSchema(each);
    return instance.compile(schema);
  });
}

function compiledOnce(id: string, compileNow: () => ValidateFunction): ValidateFunction {
  const validate = compiled.get(id) ?? compileNow();
  compiled.set(id, validate);
  return validate;
}

/** An ajv for the suite's own schemas; those in schemas/ are added. */
function createAjv(): Ajv2020 {
  const created = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true, verbose: true });
  formats.default(created);
  created.addFormat('operation', (text: string) => operationStems.some((stem) => stem === text));
  for (const schema of allSchemas) created.addSchema(schema);
  return created;
}

let looseInstance: Ajv2020 | undefined;

/**
 * The first violation of a schema that describes only the part it is about, like the schemas in profiles.
 * @throws Error if it is not a JSON Schema.
 */
export function looseViolation(schema: AnySchemaObject, value: unknown): ErrorObject | undefined {
  looseInstance ??= new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
  // It compiles each schema once.
  const validate = looseInstance.compile(schema);
  return validate(value) ? undefined : validate.errors?.[0];
}
