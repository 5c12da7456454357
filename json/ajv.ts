import { Ajv2020, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isOperation } from '../schemas/openapi.ts';
import { allSchemas, type SchemaStem } from '../schemas/schema.ts';

let instance: Ajv2020 | undefined;
const compiled = new Map<string, ValidateFunction>();

/** The validator of a schema by its stem, compiled on first use: a worker uses few, and each takes about 10 ms. */
export function validator(stem: SchemaStem): ValidateFunction {
  const known = compiled.get(stem);
  if (known !== undefined) return known;
  instance ??= createAjv();
  const validate = instance.getSchema(`https://ledger-conformance.dev/schemas/${stem}.schema.json`);
  if (validate === undefined)
    throw new Error(`No schema "${stem}" in schemas/; add the file or correct the name.`);
  compiled.set(stem, validate as ValidateFunction);
  return validate as ValidateFunction;
}

/** Every violation of a schema outside schemas/ (settings, profiles, report files). */
export function violationsOf(schema: AnySchemaObject, value: unknown): ErrorObject[] {
  const validate = compile(schema);
  return validate(value) ? [] : (validate.errors ?? []);
}

/** Compiles a schema outside schemas/ before it is needed: this takes some hundredths of a second. */
export function compile(schema: AnySchemaObject): ValidateFunction {
  const key = String(schema.$id);
  const known = compiled.get(key);
  if (known !== undefined) return known;
  instance ??= createAjv();
  const validate = instance.compile(schema);
  compiled.set(key, validate);
  return validate;
}

const loose = new WeakMap<object, ValidateFunction>();
let looseInstance: Ajv2020 | undefined;

/**
 * The first violation of a schema that describes only the part it is about, like the schemas in profiles.
 * @throws Error if it is not a JSON Schema.
 */
export function looseViolation(schema: AnySchemaObject, value: unknown): ErrorObject | undefined {
  let validate = loose.get(schema);
  if (validate === undefined) {
    looseInstance ??= new Ajv2020({
      strict: true,
      strictTypes: false,
      strictRequired: false,
      // Compilation time matters here, not validation time: each is used a few thousand times at most.
      code: { optimize: false },
    });
    validate = looseInstance.compile(schema);
    loose.set(schema, validate);
  }
  return validate(value) ? undefined : validate.errors?.[0];
}

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    verbose: true,
    // These schemas are our own, and tests validate them; checking them again would cost every process 30 ms.
    validateSchema: false,
    // Shorter code is no faster here, and takes a third longer to compile.
    code: { optimize: false },
  });
  addFormats.default(ajv);
  ajv.addFormat('operation', isOperation);
  for (const schema of allSchemas) ajv.addSchema(schema);
  return ajv;
}
