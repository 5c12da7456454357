import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { allSchemas, type SchemaStem, schema } from '../../schemas/schema.ts';

/** A strict validator that knows every schema file. */
export const validator = new Ajv2020({ strict: true, schemas: [...allSchemas] });

export function validatorFor(stem: SchemaStem): ValidateFunction {
  const validate = validator.getSchema(schema(stem).$id);
  if (validate === undefined) throw new Error(`The validator does not know ${stem}; add it to allSchemas.`);
  return validate;
}

export function accepts(stem: SchemaStem, instance: unknown): boolean {
  return validatorFor(stem)(instance) === true;
}
