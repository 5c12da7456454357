import { allSchemas } from '../schemas/schema.ts';

export type JsonType = 'string' | 'integer' | 'boolean' | 'array' | 'object';

/** The parts of JSON Schema that the request schemas use. */
export type SchemaNode = {
  $ref?: string;
  type: JsonType;
  required?: readonly string[];
  properties?: Readonly<Record<string, SchemaNode>>;
  items?: SchemaNode;
  examples?: readonly unknown[];
  enum?: readonly string[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
};

// References between the files are relative; all files are in one folder, so one base is enough.
const base = allSchemas[0]?.$id ?? '';
const byId = new Map<string, object>(allSchemas.map((document) => [document.$id, document]));

/** The schema itself, or the one that it refers to. */
export function resolved(node: SchemaNode): SchemaNode {
  if (node.$ref === undefined) return node;
  const target = byId.get(new URL(node.$ref, base).href);
  if (target === undefined) {
    throw new Error(
      `No schema file is called ${node.$ref}; add it to schemas/schema.ts or correct the reference.`,
    );
  }
  return target as SchemaNode;
}
