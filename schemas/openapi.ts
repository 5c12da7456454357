import document from './openapi.json' with { type: 'json' };

/** The stems of the operations in document order. The type is inferred, so declarations need no JSON file. */
export const operationStems = keysOf(document.components.pathItems);

/** The stem of an operation: its operationId, and the name of its folders and files. */
export type Operation = (typeof operationStems)[number];

function keysOf<T extends object>(items: T): readonly (keyof T)[] {
  return Object.keys(items) as (keyof T)[];
}

/** The endpoint of an operation: method in capitals, path with the /v2 prefix. */
export type Endpoint = { method: 'GET' | 'POST'; path: string };

const methods = { get: 'GET', post: 'POST' } as const;

function endpointOf(path: string, item: { $ref: string }): [string, Endpoint] {
  const stem = item.$ref.slice('#/components/pathItems/'.length);
  const items: Readonly<Record<string, object>> = document.components.pathItems;
  const pathItem = items[stem] ?? {};
  for (const [key, method] of Object.entries(methods)) {
    if (key in pathItem) return [stem, { method, path }];
  }
  throw new Error(
    `Path ${path} of schemas/openapi.json has no get or post under ${item.$ref}; add it there.`,
  );
}

/** Every operation of openapi.json with its method and path. */
export const operations = Object.fromEntries(
  Object.entries(document.paths).map(([path, item]) => endpointOf(path, item)),
) as Record<Operation, Endpoint>;

/** Whether a text is the stem of an operation; the JSON Schema format `operation` of this project. */
export function isOperation(text: string): text is Operation {
  return Object.hasOwn(operations, text);
}
