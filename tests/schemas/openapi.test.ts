import { existsSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { OpenAPIV3_1 } from 'openapi-types';
import { expect, test } from 'vitest';
import document from '../../schemas/openapi.json' with { type: 'json' };
import { operations } from '../../schemas/openapi.ts';
import { allSchemas } from '../../schemas/schema.ts';

const stemOf = (file: string) => file.slice(file.lastIndexOf('/') + 1, -'.schema.json'.length);

function references(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === '$ref' && typeof value === 'string' ? [value] : references(value),
  );
}

// The validator resolves references inside one document only, so the schema files are moved into it.
function bundled(): Record<string, unknown> {
  const schemas = allSchemas.map(({ $id, ...rest }) => [stemOf($id), { ...rest, $schema: undefined }]);
  const components = { ...document.components, schemas: Object.fromEntries(schemas) };
  return JSON.parse(JSON.stringify({ ...document, components }), (name, value) =>
    name === '$ref' && value.endsWith('.schema.json') ? `#/components/schemas/${stemOf(value)}` : value,
  );
}

test('openapi.json with its schema files is a valid OpenAPI 3.1 description', async () => {
  const validator = new Validator();
  const result = await validator.validate(bundled());
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

test('every reference of openapi.json resolves to a part of it or to a schema file', () => {
  const all = references(document);
  expect(all.length).toBeGreaterThan(8);
  for (const reference of all) {
    if (reference.startsWith('#/')) {
      const found = reference
        .slice(2)
        .split('/')
        .reduce<unknown>((node, name) => Object(node)[name], document);
      expect(found, reference).toBeTypeOf('object');
    } else {
      expect(existsSync(new URL(reference, new URL('../../schemas/', import.meta.url))), reference).toBe(
        true,
      );
    }
  }
});

test('the operations are the three of the document, by method and path', () => {
  expect(operations).toEqual({
    'generate-topology': { method: 'POST', path: '/v2/parties/external/generate-topology' },
    'execute-submission': { method: 'POST', path: '/v2/interactive-submission/execute' },
    'list-users': { method: 'GET', path: '/v2/users' },
  });
});

test('every operation is called by its operationId and takes either credential', () => {
  const items: object = document.components.pathItems;
  for (const [stem, item] of Object.entries(items as Record<string, OpenAPIV3_1.PathItemObject>)) {
    const operation = 'get' in item || 'post' in item ? (item.get ?? item.post) : undefined;
    expect(operation?.operationId).toBe(stem);
    expect(operation?.security).toEqual([{ httpAuth: [] }, { apiKeyAuth: [] }]);
  }
});

test('statuses and media types are those of the document', () => {
  const {
    'generate-topology': generate,
    'execute-submission': execute,
    'list-users': list,
  } = document.components.pathItems;
  expect(Object.keys(generate.post.responses)).toEqual(['200', '400', 'default']);
  expect(Object.keys(generate.post.responses['400'].content)).toEqual(['text/plain']);
  expect(Object.keys(execute.post.responses)).toEqual(['2XX', 'default']);
  expect(Object.keys(list.get.responses)).toEqual(['2XX', 'default']);
});
