import { readdirSync, readFileSync } from 'node:fs';

/** What all schema files have in common. `$id` is absolute; `$ref`s between the files are relative to it. */
type SchemaDocument = { $id: string; title: string; description: string };

/** The file name of a schema without `.schema.json`, such as `user`: one per table of interface.md. */
export type SchemaStem = string;

const folder = new URL('./', import.meta.url);
const ending = '.schema.json';

const byStem: ReadonlyMap<SchemaStem, SchemaDocument> = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => [
      name.slice(0, -ending.length),
      JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as SchemaDocument,
    ]),
);

/**
 * The JSON Schema (2020-12) of one table of interface.md.
 * @throws Error if no file in schemas/ has this name.
 */
export function schema(stem: SchemaStem): SchemaDocument {
  const found = byStem.get(stem);
  if (found === undefined)
    throw new Error(`No schema "${stem}" in schemas/; add the file or correct the name.`);
  return found;
}

/** All schemas, which a validator needs to resolve references. */
export const allSchemas: readonly SchemaDocument[] = [...byStem.values()];
