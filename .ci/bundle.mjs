// Makes dist/, which is what the package contains: a file for each entry, the chunks that entries share, and, copied from the
// compiler's output in build/, declarations and the files that are read at run time.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const build = join(root, 'build');
const dist = join(root, 'dist');

/** What is started, loaded by its path, or imported from outside. */
const entries = [
  'api',
  'specs-config',
  'own-specs.config',
  'playwright.config',
  'cli/main',
  'cli/run/playwright-setup',
  'cli/run/specs-setup',
  'profiles/profile',
  'provisioners/provisioner',
  'reference/own-routes/own-route',
  'reports/terminal/progress-reporter',
  ...filesBelow(join(root, 'specs'))
    .filter((path) => path.endsWith('.spec.ts'))
    .map((path) => `specs/${path.slice(0, -'.ts'.length)}`),
];

/** Declarations that the package's types refer to. */
const declarations =
  /^(?:(?:api|specs-config|reference\/own-routes\/own-route|generators\/leniencies\/[^/]+|journal\/text\/[^/]+)|(?:generators|journal|json|profiles|provisioners|requirements|schemas|session|settings|wire)\/[^/]+)\.d\.ts$/;

/** Code that stays as it is: what the report's page runs. */
const keptCode = /^reports\/html\/client\//;

/** What the compiler and the build have written, without tests and the notes of both. */
const built = filesBelow(build).filter((path) => !/^tests\/|^\.(?:tsbuildinfo|bundled)$/.test(path));

const stampFile = join(build, '.bundled');
const stamp = stampOf();
if (!isUpToDate()) {
  rmSync(dist, { recursive: true, force: true });
  copyFiles();
  await writeBundles();
  chmodSync(join(dist, 'cli/main.js'), 0o755);
  writeFileSync(stampFile, stamp);
}

function isUpToDate() {
  return (
    existsSync(join(dist, 'cli/main.js')) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === stamp
  );
}

/** The digest of all that dist/ is made from. */
function stampOf() {
  const hash = createHash('sha256');
  const scripts = ['.ci/bundle.mjs', 'package-lock.json'].map((path) => join(root, path));
  for (const path of [...scripts, ...built.map((each) => join(build, each))])
    hash.update(`${fromRoot(path)}\0`).update(readFileSync(path));
  return hash.digest('hex');
}

function copyFiles() {
  for (const path of built) {
    if (/\.(?:d\.ts|js)$/.test(path) && !keptCode.test(path) && !declarations.test(path)) continue;
    mkdirSync(dirname(join(dist, path)), { recursive: true });
    cpSync(join(build, path), join(dist, path));
  }
}

async function writeBundles() {
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((name) => [name, join(root, `${name}.ts`)])),
    platform: 'node',
    tsconfig: join(root, 'tsconfig.json'),
    preserveEntrySignatures: 'strict',
    external: (id) => !id.startsWith('.') && !isAbsolute(id),
    plugins: [withLineFeeds(), jsonOfDist(), urlsOfDist()],
  });
  const { output } = await bundle.generate({
    format: 'es',
    dir: dist,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    comments: false,
  });
  await bundle.close();
  for (const { fileName, code } of output) {
    const path = join(dist, fileName);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, withUrls(code, fileName));
  }
}

/** What is built is the same for a checkout with CRLF: `verify` and certificates name its digest. */
function withLineFeeds() {
  return { name: 'with-line-feeds', transform: (code) => code.replaceAll('\r\n', '\n') };
}

/** JSON files are not bundled: some are also read as files, and schemas are part of the package. */
function jsonOfDist() {
  return {
    name: 'json-of-dist',
    resolveId(id, importer) {
      if (!/^\..*\.json$/.test(id)) return null;
      return { id: `dist:${fromRoot(join(dirname(importer), id))}`, external: true };
    },
  };
}

/** Modules find files relative to their own URL, which differs from that of the chunk they end up in. */
function urlsOfDist() {
  return {
    name: 'urls-of-dist',
    transform(code, id) {
      const path = fromRoot(id).replace(/\.tsx?$/, '.js');
      return code.includes('import.meta.url')
        ? code.replaceAll('import.meta.url', `__urlOf(${JSON.stringify(path)})`)
        : null;
    },
  };
}

function withUrls(code, fileName) {
  const relativeTo = (path) => JSON.stringify(from(fileName, path));
  return code
    .replace(/__urlOf\("([^"]+)"\)/g, (_, path) => `new URL(${relativeTo(path)}, import.meta.url).href`)
    .replace(/"dist:([^"]+)"/g, (_, path) => relativeTo(path));
}

/** The path of a file of the project, with slashes on Windows too. */
function fromRoot(path) {
  return relative(root, path).split(sep).join('/');
}

/** A relative specifier. */
function from(fileName, path) {
  const specifier = posix.relative(posix.dirname(fileName), path);
  return specifier.startsWith('.') ? specifier : `./${specifier}`;
}

/** The paths of all files, relative to a folder, in order. */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .sort();
}
