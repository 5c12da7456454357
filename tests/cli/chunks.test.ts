import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asChunk, asEntry } from '../../.ci/chunk-format.mjs';
import { installedFolder, plainEnvironment } from '../docs/installed-folder.ts';
import { temporaryFolder } from '../reports/temporary-folder.ts';

const loader = new URL('../../dist/cli/chunks/load-chunk.js', import.meta.url).href;

/** As the bundler writes it: a list of exports, and names of its own for what is imported. */
const counter = `import { n as two } from "./two.js";
import * as path from "node:path";
import data from "../data.json" with { type: "json" };
let count = data.start;
const next = () => count += two;
const later = () => import("./later.js");
const fail = () => {
	throw new Error("at this line");
};
export { count, fail, later, next as n, path as "the path" };
`;

/** A folder with chunks, and what reads them in both ways. */
function chunksFolder() {
  const root = temporaryFolder();
  mkdirSync(join(root, 'chunks'));
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(root, 'data.json'), '{ "start": 3 }');
  const chunks = {
    'counter.js': counter,
    'two.js': 'const two = await Promise.resolve(2);\nexport { two as n };\n',
    'later.js': 'export { n } from "./two.js";\n',
    'broken.js': 'throw new Error("broken");\nexport {};\n',
  };
  for (const [name, code] of Object.entries(chunks)) writeFileSync(join(root, 'chunks', name), asChunk(code));
  return root;
}

function output(folder: string, code: string): string {
  const file = join(folder, `${code.length}.js`);
  writeFileSync(file, code);
  const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8', env: plainEnvironment });
  return stdout + stderr;
}

const read = `
  const chunk = await read('./chunks/counter.js');
  const seen = [chunk.count, chunk.n(), chunk.count, (await chunk.later()).n, chunk['the path'].sep];
  try { chunk.fail(); } catch (error) { seen.push(/counter\\.js:(\\d+):/.exec(error.stack)[1]); }
  process.stdout.write(JSON.stringify([seen, Object.keys(chunk).sort()]));`;

test('A chunk is the same as a module and as a function.', () => {
  const folder = chunksFolder();
  const asModule = output(folder, `const read = (path) => import(path);${read}`);
  expect(JSON.parse(asModule)).toEqual([
    [3, 5, 5, 2, '/', '6'],
    ['count', 'fail', 'later', 'n', 'the path'],
  ]);
  const loading = `import { importingAt } from ${JSON.stringify(loader)}; const read = importingAt(import.meta.url);`;
  expect(output(folder, loading + read)).toBe(asModule);
});

test('A chunk runs once; one that fails says why each time.', () => {
  const code = `import { importingAt } from ${JSON.stringify(loader)};
    const read = importingAt(import.meta.url);
    const [one, other] = await Promise.all([read('./chunks/counter.js'), read('./chunks/counter.js')]);
    one.n();
    const reasons = [];
    for (const path of ['broken', 'broken', 'missing'])
      await read('./chunks/' + path + '.js').catch(({ code, message }) => reasons.push(code ?? message));
    process.stdout.write(JSON.stringify([other.count, reasons]));`;
  expect(JSON.parse(output(chunksFolder(), code))).toEqual([5, ['broken', 'broken', 'ENOENT']]);
});

test('An entry imports chunks as functions, and packages as modules.', () => {
  const code = asEntry(
    `#!/usr/bin/env node
import { n as next } from "./chunks/counter.js";
import { basename } from "node:path";
export { total as default };
const later = await import("./chunks/later.js");
const total = next() + later.n + basename("/a/b");
process.stdout.write(total);
`,
    loader,
  );
  expect(code).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(output(chunksFolder(), code)).toBe('7b');
});

test('The build rejects code that cannot be a chunk.', () => {
  expect(() => asChunk('const data = import("../data.json");')).toThrow('import it statically');
  expect(() => asChunk('export default 1;')).toThrow('as a list');
});

/** The installed command; only what concerns its files is in its environment. */
function installed() {
  const folder = installedFolder();
  const own = join(folder, 'node_modules/ledger-conformance');
  const run = (settings: Readonly<Record<string, string>> = {}) =>
    spawnSync(process.execPath, [join(own, 'dist/cli/main.js'), 'list', 'operations'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...plainEnvironment, ...settings },
    });
  return { own, run, cache: join(folder, 'node_modules/.cache/ledger-conformance') };
}

test('The command keeps compiled chunks beside the packages, and works from them.', () => {
  const { run, cache } = installed();
  const first = run();
  expect(first.stdout).toContain('/v2/users');
  const kept = readdirSync(cache).sort();
  expect(kept.some((name) => name.startsWith('command-line-'))).toBe(true);
  expect(run().stdout).toBe(first.stdout);
  expect(readdirSync(cache).sort()).toEqual(kept);
});

test('The command works where compiled chunks cannot be kept, or must not be.', () => {
  const { own, run, cache } = installed();
  const { stdout } = run({ NODE_DISABLE_COMPILE_CACHE: '1' });
  expect(stdout).toContain('/v2/users');
  expect(existsSync(cache)).toBe(false);
  writeFileSync(join(own, '../.cache'), 'no folder');
  expect(run()).toMatchObject({ status: 0, stdout, stderr: '' });
});

test('A package with a file missing says that it cannot be loaded.', () => {
  const { own, run } = installed();
  const chunks = join(own, 'dist/chunks');
  for (const name of readdirSync(chunks).filter((each) => each.startsWith('command-line-')))
    rmSync(join(chunks, name));
  const { status, stderr } = run();
  expect(status).toBe(4);
  expect(stderr).toContain('The suite could not be loaded');
  expect(stderr).toContain('Install it again.');
});
