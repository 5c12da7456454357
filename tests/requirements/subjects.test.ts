import { expect, test } from 'vitest';
import { requirements } from '../../requirements/catalogue.ts';
import { allSchemas } from '../../schemas/schema.ts';

interface Part {
  readonly $id?: string;
  readonly $ref?: string;
  readonly items?: Part;
  readonly properties?: Readonly<Record<string, Part>>;
}

const documents: readonly Part[] = allSchemas;

function document(file: string): Part | undefined {
  return documents.find(({ $id }) => $id?.endsWith(`/${file}`));
}

function resolved(part: Part | undefined): Part | undefined {
  return part?.$ref === undefined ? part : document(part.$ref);
}

function anyMember(part: Part | undefined): Part | undefined {
  return Object.values(part?.properties ?? {})[0];
}

function partAt(schema: string, pointer: string): Part | undefined {
  const steps = pointer.split('/').slice(1);
  return steps.reduce(
    (part, step) => resolved(step === '*' ? (part?.items ?? anyMember(part)) : part?.properties?.[step]),
    document(`${schema}.schema.json`),
  );
}

test('Every subject is a place in the schema that it names.', () => {
  const subjects = requirements.flatMap(({ id, subject }) =>
    subject === undefined ? [] : [{ id, ...subject }],
  );
  expect(subjects.length).toBeGreaterThan(80);
  expect(subjects.filter(({ schema, pointer }) => partAt(schema, pointer) === undefined)).toEqual([]);
});

test('A place that no schema has is noticed.', () => {
  expect(partAt('error', '/cause')).toBeDefined();
  expect(partAt('error', '/reason')).toBeUndefined();
});
