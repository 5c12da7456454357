// Copies into build/ what the compiler leaves out, files that are read at run time; and into dist/, which is the package, what then is in
// build/, without tests. What is built has LF, whatever the checkout has, because certificates contain digests of it.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
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

/** Declarations that the package's types do not refer to. */
const ownDeclarations =
  /^(?:(?:certificate|cli|docs|judges|operations|preflight|reports|specs)\/|reference\/(?!own-routes\/)).*\.d\.ts$/;

for (const path of files) copy(path, root, 'build');

const packed = filesBelow('build').filter(
  (path) => !/^tests\/|^\.tsbuildinfo$/.test(path) && !ownDeclarations.test(path) && hasSource(path),
);
for (const path of packed) copy(path, join(root, 'build'), 'dist');
const known = new Set([...packed, 'sbom.cdx.json']);
for (const path of filesBelow('dist')) if (!known.has(path)) rmSync(join(root, 'dist', path));
chmodSync(join(root, 'dist/cli/main.js'), 0o755);

/** The compiler leaves what it has written from a source that is gone. */
function hasSource(path) {
  const stem = path.replace(/(?:\.d)?\.[jt]s$/, '');
  return [path, `${stem}.ts`, `${stem}.tsx`].some((each) => existsSync(join(root, each)));
}

/** Leaves a file that is the same as it is: something may be running it. */
function copy(path, from, folder) {
  const to = join(root, folder, path);
  const text = readFileSync(join(from, path), 'utf8').replaceAll('\r\n', '\n');
  if (existsSync(to) && readFileSync(to, 'utf8') === text) return;
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
}

function filesIn(folder, extension) {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(extension))
    .map((name) => join(folder, name));
}

/** The paths of all files of a folder of the checkout, with slashes on Windows too. */
function filesBelow(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(join(root, folder).length + 1)
        .split(sep)
        .join('/'),
    );
}
