import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { operationDefinitions } from '../../operations/operations.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const stems = operationDefinitions.map(({ operation }) => operation);
const prefixes = operationDefinitions.map(({ idPrefix }) => idPrefix);
const names = new RegExp(`\\b(?:${stems.join('|')})\\b|\\b(?:${prefixes.join('|')})-[A-Z]+`, 'g');

/** Folders without code of the suite. */
const notLooked = new Set([
  'node_modules',
  'build',
  'dist',
  'docs',
  'tests',
  'examples',
  'conformance-results',
]);

/** Where a name may stand: what belongs to one operation, and catalogues whose rows are about one. */
const own = [
  new RegExp(
    `^(?:operations|judges|specs|generators|reference/rules|reference/rows)/(?:${stems.join('|')})[/.]`,
  ),
  /^operations\/operations\.ts$/,
  /^specs\/(?:all|ordinary-traffic)\.ts$/,
  /^preflight\/page-parameters\.ts$/,
  /^judges\/(?:by-operation|recorded\/recorded-operations)\.ts$/,
  /^reference\/operations\//,
  /^reference\/(?:faults|variants|canton)\//,
  /^provisioners\/canton-3\.5\//,
];

function* sources(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name.startsWith('.') || notLooked.has(relative(root, path))) continue;
    if (statSync(path).isDirectory()) yield* sources(path);
    else if (/\.(?:tsx?|js)$/.test(name)) yield relative(root, path);
  }
}

test('A name of an operation, and of a requirement of one, is found.', () => {
  const text =
    "if (operation === 'list-users') sink.judged('GT-SUCCESS'); else of('user-lists', 'ERR-CODE');";
  expect([...text.matchAll(names)].map(([name]) => name)).toEqual(['list-users', 'GT-SUCCESS']);
});

test('Code for all operations names none of them, and no requirement of one.', () => {
  const named = [...sources(root)]
    .filter((path) => !own.some((pattern) => pattern.test(path)))
    .flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(names)].map(([name]) => `${path}: ${name}`),
    );
  expect(named).toEqual([]);
});
