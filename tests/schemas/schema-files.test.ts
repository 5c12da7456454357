import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allSchemas } from '../../schemas/schema.ts';
import { validator } from './validator.ts';

const folder = new URL('../../schemas/', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.schema.json'));
const documentText = readFileSync(new URL('../../requirements/interface.md', import.meta.url), 'utf8');

// Every description in a schema, with the pointer to it.
function descriptions(node: unknown, pointer = ''): { pointer: string; text: string }[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === 'description' && typeof value === 'string'
      ? [{ pointer, text: value }]
      : descriptions(value, `${pointer}/${name}`),
  );
}

test('allSchemas holds every schema file of the folder', () => {
  const ids = allSchemas.map(({ $id }) => $id.split('/').at(-1));
  expect(ids.toSorted()).toEqual(files.toSorted());
});

test.each(allSchemas)('$title is a valid 2020-12 schema in strict mode', (document) => {
  expect(validator.validateSchema(document)).toBe(true);
  expect(document).toHaveProperty('$schema', 'https://json-schema.org/draft/2020-12/schema');
  // Compiling resolves every reference and rejects unknown keywords.
  expect(validator.getSchema(document.$id)).toBeTypeOf('function');
});

test.each(allSchemas)('every property of $title has a description', (document) => {
  const withProperties = JSON.stringify(document, (name, value) => {
    if (name !== 'properties') return value;
    const bare = Object.entries(value).filter(
      ([, property]) => !Object.hasOwn(Object(property), 'description'),
    );
    return bare.length === 0 ? value : { undescribed: bare.map(([property]) => property) };
  });
  expect(withProperties).not.toContain('undescribed');
});

test('the rules quoted in the request and response tables stand in interface.md word for word', () => {
  const quoted = allSchemas
    .flatMap((document) => descriptions('properties' in document ? document.properties : {}))
    .map(({ text }) => text)
    .filter((text) => text.endsWith('.') && text.split(' ').length > 5);
  expect(quoted.length).toBeGreaterThan(15);
  for (const text of quoted) expect(documentText).toContain(text);
});

const root = new URL('../../', import.meta.url);
const own = [
  'requirements',
  'settings',
  'wire',
  'profiles',
  'judges',
  'reports',
  'certificate',
  'schemas',
].flatMap((part) =>
  readdirSync(new URL(part, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.schema.json'))
    .map((name) => `${part}/${name}`),
);

// At run time they are compiled without this, which takes 30 ms of every process.
test.each(own)('%s is of the draft that it names', (name) => {
  const document = JSON.parse(readFileSync(new URL(name, root), 'utf8'));
  expect(document).toHaveProperty('$schema', 'https://json-schema.org/draft/2020-12/schema');
  expect(validator.validateSchema(document)).toBe(true);
});
