import { readdirSync, readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import addFormats from 'ajv-formats';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';

export function schemaBytes(file: string): Buffer {
  return readFileSync(new URL(`schemas/${file}`, import.meta.url));
}

/** What a published JSON Schema has against a text, each with its place; nothing where it is valid. */
export function violations(format: 'ctrf' | 'sarif' | 'har' | 'badge' | 'cyclonedx', text: string): string[] {
  const validate = validators[format]();
  if (validate(JSON.parse(text))) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const validators = {
  ctrf: () => compiled('ctrf.schema.json'),
  sarif: () => compiled('sarif-2.1.0.schema.json'),
  har: harValidator,
  badge: () => compiled('shields-endpoint.schema.json'),
  cyclonedx: cyclonedxValidator,
} as const;

/** Published schemas are written neither for the strict mode of ajv nor for expressions with the flag `u`. */
function ajv(): Ajv {
  const instance = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats.default(instance);
  return instance;
}

function compiled(file: string): ValidateFunction {
  return ajv().compile(parsed(file));
}

function harValidator(): ValidateFunction {
  const instance = ajv();
  instance.addMetaSchema(draft6);
  const files = readdirSync(new URL('schemas/har', import.meta.url)).map((name) => parsed(`har/${name}`));
  instance.addSchema(files);
  const validate = instance.getSchema('har.json');
  if (validate === undefined) throw new Error('schemas/har holds no har.json.');
  return validate as ValidateFunction;
}

/** The schema names the two others by the names of their files in its first edition. */
function cyclonedxValidator(): ValidateFunction {
  const instance = ajv();
  instance.addFormat('idn-email', true);
  instance.addFormat('iri-reference', true);
  for (const name of ['spdx', 'jsf-0.82'])
    instance.addSchema(
      parsed(`cyclonedx/${name}.schema.json`),
      `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`,
    );
  return instance.compile(parsed('cyclonedx/bom-1.5.schema.json'));
}

function parsed(file: string): object {
  return JSON.parse(schemaBytes(file).toString()) as object;
}

/** Throws what a real XSD validator has against an XML text. */
export function validateJunit(xml: string): void {
  const schema = XmlDocument.fromBuffer(schemaBytes('junit-10.xsd'));
  const validator = XsdValidator.fromDoc(schema);
  const document = XmlDocument.fromString(xml);
  try {
    validator.validate(document);
  } finally {
    document.dispose();
    validator.dispose();
    schema.dispose();
  }
}
