// Checks the direction of imports (docs/architecture.md): each folder names what it may import beside itself.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** What a folder may import, transitively tidy: data ← generators ← harness ← checks ← specs, reports, cli. */
const allowed = {
  requirements: [],
  schemas: [],
  profiles: ['requirements'],
  generators: ['schemas', 'requirements'],
  harness: ['requirements', 'schemas', 'profiles', 'generators', 'package.json'],
  checks: ['requirements', 'schemas', 'profiles', 'generators', 'harness'],
  provisioners: ['generators', 'harness'],
  specs: ['requirements', 'profiles', 'harness', 'checks'],
  // The kill matrix stands in docs/ as data and goes into each bundle.
  reports: ['requirements', 'schemas', 'profiles', 'harness', 'checks', 'docs'],
  // An independent second opinion: a mistake in the harness must not hide in it.
  reference: ['schemas'],
  cli: [
    'requirements',
    'schemas',
    'profiles',
    'generators',
    'harness',
    'checks',
    'reports',
    'reference',
    'provisioners',
  ],
};

function* sources(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(path)) yield path;
  }
}

const problems = [];
const lines = { most: 300 };
for (const [folder, mayImport] of Object.entries(allowed)) {
  for (const path of sources(join(root, folder))) {
    const text = readFileSync(path, 'utf8');
    const name = relative(root, path);
    const count = text.split('\n').length - 1;
    if (count > lines.most)
      problems.push(`${name} has ${count} lines; above ${lines.most} it holds two ideas.`);
    for (const [, specifier] of text.matchAll(/(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g)) {
      const target = relative(root, resolve(dirname(path), specifier)).split(sep)[0];
      if (target !== folder && !mayImport.includes(target)) {
        problems.push(
          `${name} imports ${specifier}; ${folder}/ may import only ${mayImport.join(', ') || 'itself'}.`,
        );
      }
    }
  }
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
