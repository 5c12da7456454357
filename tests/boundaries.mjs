// Checks import directions: the table lists what each folder may import besides itself, and no file may import itself through
// others, not even for a type. Also draws what the folders import from each other (the picture of docs/architecture.md).
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

const data = ['schemas', 'requirements', 'profiles'];

/** In the order of dependencies: each folder may import those before it, and itself. */
const layers = [
  ...data,
  'json',
  'generators',
  'operations',
  'settings',
  'wire',
  'journal',
  'judges',
  'engine',
  'preflight',
];

/** What a folder may import. */
export const allowed = {
  schemas: [],
  requirements: ['schemas'],
  profiles: ['requirements'],
  generators: ['schemas', 'requirements', 'json'],
  operations: layersBefore('operations'),
  json: ['schemas'],
  settings: [...layersBefore('settings'), 'package.json'],
  wire: layersBefore('wire'),
  journal: layersBefore('journal'),
  judges: layersBefore('judges'),
  engine: layersBefore('engine'),
  preflight: layersBefore('preflight'),
  provisioners: layers,
  specs: layers,
  reports: [...layers, 'specs'],
  // The kill matrix in docs/ is data that goes into each bundle.
  certificate: [...layers, 'specs', 'reports', 'docs'],
  // An independent second opinion, so that it cannot share a mistake of the suite.
  reference: ['schemas'],
  cli: [...layers, 'specs', 'reports', 'certificate', 'reference', 'provisioners'],
};

function layersBefore(folder) {
  return layers.slice(0, layers.indexOf(folder));
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

/** What is wrong with sizes and imports, as sentences, and the imports of each file by its path from the root. */
function examine() {
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
        const target = folderOf(relative(root, resolve(dirname(path), specifier)));
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
  return { problems, imports };
}

const folderOf = (path) => path.split(sep)[0];

/** A Mermaid graph of what the folders import, without arrows that follow from others. */
export function importGraph() {
  const imported = Object.fromEntries(Object.keys(allowed).map((folder) => [folder, new Set()]));
  for (const [file, targets] of examine().imports)
    for (const target of targets.map(folderOf))
      if (target in imported && target !== folderOf(file)) imported[folderOf(file)].add(target);
  const reachable = (folder) => [...imported[folder]].flatMap((each) => [each, ...reachable(each)]);
  const arrows = Object.keys(imported)
    .toReversed()
    .flatMap((folder) => {
      const indirect = [...imported[folder]].flatMap(reachable);
      const direct = [...imported[folder]].filter((each) => !indirect.includes(each)).toSorted();
      return direct.length === 0 ? [] : [`  ${folder} --> ${direct.join(' & ')}`];
    });
  return ['flowchart TD', ...arrows];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { problems } = examine();
  if (problems.length > 0) {
    console.error(problems.join('\n'));
    process.exit(1);
  }
}
