// Copies into build/ what the compiler leaves out: files that are read at run time. What is built has LF, whatever the checkout
// has, because certificates contain digests of it.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const files = [
  '.env.example',
  'generators/corpora/wycheproof/NOTICE',
  'settings/execute-requests.schema.json',
  ...filesIn('reports/html/client', '.js'),
  ...filesIn('reports/html/style', '.css'),
  ...filesIn('requirements', '.json'),
  ...filesIn('requirements', '.md'),
  ...filesIn('schemas', '.json'),
];

for (const path of files) {
  const copy = join(root, 'build', path);
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n'));
}

function filesIn(folder, extension) {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(extension))
    .map((name) => join(folder, name));
}
