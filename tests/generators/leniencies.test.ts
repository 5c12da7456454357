import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { leniencies, lenienciesOf, leniencyOf } from '../../generators/leniencies/catalogue.ts';
import schema from '../../generators/leniencies/leniency.schema.json' with { type: 'json' };
import { rulingText } from '../../requirements/rulings.ts';

const folder = new URL('../../generators/leniencies/', import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.includes('.schema.'));
const validate = new Ajv2020({ allErrors: true, strictRequired: false }).compile<{ area: string }>(schema);

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

test.each(names)('%s keeps the schema of leniencies and is named after its area.', (name) => {
  const content = read(name);
  expect(validate(content), JSON.stringify(validate.errors, null, 2)).toBe(true);
  expect(content).toHaveProperty('area', name.replace('.json', ''));
});

test('The catalogue has the entries of every file.', () => {
  const listed = names.map(read) as { leniencies: { id: string }[] }[];
  const ids = listed.flatMap((file) => file.leniencies.map(({ id }) => id));
  expect(leniencies.map(({ id }) => id).sort()).toEqual(ids.sort());
});

test('Each id is that of one leniency only, by which it is found.', () => {
  const ids = leniencies.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const each of leniencies) expect(leniencyOf(each.id)).toBe(each);
  expect(leniencyOf('no-such-kind')).toBeUndefined();
});

test('The leniencies of an area are those of its file.', () => {
  expect(lenienciesOf('value').every(({ area }) => area === 'value')).toBe(true);
  expect(lenienciesOf('value')).not.toHaveLength(0);
});

test('Every ruling that a leniency names exists.', () => {
  for (const { id, rulings } of leniencies)
    for (const ruling of rulings) expect(rulingText(ruling), `${id}: ${ruling}`).toBeDefined();
});

test('Every source of a stack is an address.', () => {
  for (const { id, stacks } of leniencies)
    for (const { source } of stacks) expect(new URL(source).protocol, id).toBe('https:');
});

const entry = {
  id: 'kind',
  title: 'A sentence.',
  rulings: [28],
  keyword: 'json',
  templates: ['$text'],
  stacks: [{ name: 'Gson', behaviour: 'It reads.', remedy: 'Set it.', source: 'https://example.org/' }],
};

test.each([
  ['no stack', { stacks: [] }],
  ['no template', { templates: [] }],
  ['a template twice', { templates: ['a', 'a'] }],
  ['an id with capitals', { id: 'Kind' }],
  ['a title that is no sentence', { title: 'kind' }],
  ['an unknown type', { types: ['number'] }],
  ['a source without TLS', { stacks: [{ ...entry.stacks[0], source: 'http://example.org/' }] }],
  ['an unknown member', { note: 'more' }],
])('A leniency with %s does not keep the schema.', (_, change) => {
  expect(validate({ area: 'json-text', leniencies: [entry] })).toBe(true);
  expect(validate({ area: 'json-text', leniencies: [{ ...entry, ...change }] })).toBe(false);
});
