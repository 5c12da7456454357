import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { operationDefinitions } from '../../operations/operations.ts';
import { requirements } from '../../requirements/catalogue.ts';
import schema from '../../requirements/requirement.schema.json' with { type: 'json' };
import { isOperation } from '../../schemas/openapi.ts';

const folder = new URL('../../requirements/', import.meta.url);
const notSections = new Set(['requirement.schema.json', 'biome.json']);
const names = readdirSync(folder).filter((name) => name.endsWith('.json') && !notSections.has(name));
const validate = new Ajv2020({ allErrors: true, strictTypes: false, strictRequired: false })
  .addFormat('operation', isOperation)
  .compile<{ requirements: { id: string }[] }>(schema);

function contentOf(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
}

const entry = {
  id: 'GT-REQ-FIELD',
  operations: ['generate-topology'],
  level: 'MUST',
  quote: 'words of the document',
  statement: 'A sentence.',
  rulings: [],
};

test.each(names)('%s keeps the schema of requirements.', (name) => {
  expect(validate(contentOf(name)), JSON.stringify(validate.errors, null, 2)).toBe(true);
});

test('The catalogue holds every file of the folder.', () => {
  const ids = names.map(contentOf).flatMap((content) => {
    if (!validate(content)) throw new Error('A section file breaks its schema; the test above says which.');
    return content.requirements.map(({ id }) => id);
  });
  expect(requirements.map(({ id }) => id).sort()).toEqual(ids.sort());
});

test('A plain requirement keeps the schema.', () => {
  expect(validate({ section: 'Errors', requirements: [entry] })).toBe(true);
});

test.each([
  ['an id in lower case', { id: 'gt-req-field' }],
  ['an unknown operation', { operations: ['delete-users'] }],
  ['no operation without being excluded', { operations: [] }],
  ['an unknown level', { level: 'MAY' }],
  ['a quote of two lines', { quote: 'words of\nthe document' }],
  ['a statement that is no sentence', { statement: 'refused' }],
  ['a ruling that does not exist', { rulings: [0] }],
  ['an unknown answer', { answers: ['redirect'] }],
  ['an unknown need', { needs: ['luck'] }],
  ['an unknown operation in its needs', { needs: { 'delete-users': ['user-id'] } }],
  ['an unknown schema as subject', { subject: { schema: 'user', pointer: '' } }],
  ['an unknown member', { note: 'more' }],
  ['an excluded requirement with another prefix', { operations: [], excluded: 'A reason.' }],
  [
    'an excluded requirement with answers',
    { id: 'DOC-A', operations: [], excluded: 'A reason.', answers: ['success'] },
  ],
  ['an excluded requirement with operations', { id: 'DOC-A', excluded: 'A reason.' }],
])('A requirement with %s breaks the schema.', (_, change) => {
  expect(validate({ section: 'Errors', requirements: [{ ...entry, ...change }] })).toBe(false);
});

test('Every id begins with the prefix of an operation, or with one of the document as a whole.', () => {
  const prefixes = [...operationDefinitions.map(({ idPrefix }) => idPrefix), 'AUTH', 'ERR', 'DOC', 'HTTP'];
  expect(requirements.filter(({ id }) => !prefixes.includes(id.split('-')[0] ?? ''))).toEqual([]);
});
