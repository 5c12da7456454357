// Checks import directions (docs/architecture.md): the table lists what each folder may import besides itself, and no file may
// import itself through others, not even for a type.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

const data = ['schemas', 'requirements', 'profiles'];

/** In the order of dependencies: each folder may import those before it, and itself. */
const layers = [
  ...data,
  'generators',
  'operations',
  'json',
  'settings',
  'wire',
  'journal',
  'session',
  'preflight',
];

/** What a folder may import. */
export const allowed = {
  schemas: [],
  requirements: ['schemas'],
  profiles: ['requirements'],
  generators: ['schemas', 'requirements'],
  operations: layersBefore('operations'),
  json: ['schemas'],
  settings: [...layersBefore('settings'), 'package.json'],
  wire: layersBefore('wire'),
  journal: layersBefore('journal'),
  session: layersBefore('session'),
  preflight: layersBefore('preflight'),
  checks: layersBefore('checks'),
  provisioners: layers,
  specs: [...layers, 'checks'],
  reports: [...layers, 'checks'],
  // The kill matrix in docs/ is data that goes into each bundle.
  certificate: [...layers, 'checks', 'reports', 'docs'],
  // An independent second opinion, so that it cannot share a mistake of the suite.
  reference: ['schemas'],
  cli: [...layers, 'checks', 'reports', 'certificate', 'reference', 'provisioners'],
};

function layersBefore(folder) {
  return folder === 'checks' ? layers : layers.slice(0, layers.indexOf(folder));
}

function* sources(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(path)) yield path;
  }
}

/** The files that import each other in a circle, if there is one. */
function circleIn(imports) {
  const done = new Set();
  const path = [];
  const visit = (file) => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    path.push(file);
    for (const next of imports.get(file) ?? []) {
      const circle = visit(next);
      if (circle !== undefined) return circle;
    }
    path.pop();
    done.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const circle = visit(file);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

const problems = [];
const imports = new Map();
const lines = { most: 300 };
for (const [folder, mayImport] of Object.entries(allowed)) {
  for (const path of sources(join(root, folder))) {
    const text = readFileSync(path, 'utf8');
    const name = relative(root, path);
    const count = text.split('\n').length - 1;
    if (count > lines.most)
      problems.push(`${name} has ${count} lines; above ${lines.most} it holds two ideas.`);
    const imported = [...text.matchAll(/(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g)].map(([, each]) => each);
    imports.set(
      name,
      imported.map((specifier) => relative(root, resolve(dirname(path), specifier))),
    );
    for (const specifier of imported) {
      const target = relative(root, resolve(dirname(path), specifier)).split(sep)[0];
      if (target !== folder && !mayImport.includes(target)) {
        problems.push(
          `${name} imports ${specifier}; ${folder}/ may import only ${mayImport.join(', ') || 'itself'}.`,
        );
      }
    }
  }
}
const circle = circleIn(imports);
if (circle !== undefined) problems.push(`These import each other: ${circle.join(' → ')}`);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
