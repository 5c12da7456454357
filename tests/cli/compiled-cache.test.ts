import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compileCached } from '../../cli/run/compiled-cache.ts';
import { temporaryFolder } from '../reports/temporary-folder.ts';
import { command } from './command.ts';

const source = 'module.exports = [typeof require, __filename, __dirname, this === module.exports].join();';

function keptIn(folder: string): string {
  compileCached(source, '/a/module.js', folder).keep();
  const [name = ''] = readdirSync(folder);
  return join(folder, name);
}

test('A source is compiled once.', () => {
  const folder = temporaryFolder();
  expect(compileCached(source, '/a/module.js', folder).isCached).toBe(false);
  keptIn(folder);
  const again = compileCached(source, '/a/module.js', folder);
  expect(again.isCached).toBe(true);
  expect(again.script.runInThisContext()).toBeTypeOf('function');
});

test('Another source of the same length is compiled.', () => {
  const folder = temporaryFolder();
  keptIn(folder);
  const other = source.replace('join', 'JOIN');
  expect(compileCached(other, '/a/module.js', folder).isCached).toBe(false);
});

test.each([
  ['damaged', (code: Buffer) => code.fill(0, code.length / 2, code.length / 2 + 8)],
  ['cut', (code: Buffer) => code.subarray(0, 100)],
  ['empty', () => Buffer.alloc(0)],
])('A %s file is as good as none, and is replaced.', (_, changed) => {
  const folder = temporaryFolder();
  const path = keptIn(folder);
  writeFileSync(path, changed(readFileSync(path)));
  expect(compileCached(source, '/a/module.js', folder).isCached).toBe(false);
  keptIn(folder);
  expect(compileCached(source, '/a/module.js', folder).isCached).toBe(true);
});

test('Where nothing can be written, sources are compiled each time.', () => {
  const folder = join(temporaryFolder(), 'missing');
  const compiled = compileCached(source, '/a/module.js', folder);
  expect(() => compiled.keep()).not.toThrow();
  expect(compileCached(source, '/a/module.js', folder).isCached).toBe(false);
});

const preload = new URL('../../dist/cli/run/cache-playwright.js', import.meta.url).href;

/** A package folder like Playwright's, with a bundle and a module that needs it. */
function packageFolder() {
  const root = temporaryFolder();
  const lib = join(root, 'node_modules', 'playwright', 'lib');
  mkdirSync(lib, { recursive: true });
  writeFileSync(join(lib, 'someBundle.js'), source);
  writeFileSync(join(lib, 'cli.js'), "process.stdout.write(require('./someBundle'));");
  const start = (settings: Readonly<Record<string, string>> = {}) =>
    execFileSync(process.execPath, ['--import', preload, join(lib, 'cli.js')], {
      encoding: 'utf8',
      env: { ...process.env, TEST_WORKER_INDEX: undefined, ...settings },
    });
  const cached = () => {
    try {
      return readdirSync(join(root, 'node_modules', '.cache', 'ledger-conformance'));
    } catch {
      return [];
    }
  };
  return { lib, start, cached };
}

test("Playwright's bundles run from the cache as they do without.", () => {
  const { lib, start, cached } = packageFolder();
  const expected = ['function', join(lib, 'someBundle.js'), lib, 'true'].join();
  expect(start()).toBe(expected);
  const [name] = cached();
  expect(name).toMatch(/^someBundle\.js-/);
  expect(start()).toBe(expected);
  expect(cached()).toEqual([name]);
});

test.each([
  ['Workers do not write the cache', { TEST_WORKER_INDEX: '0' }],
  ['NODE_DISABLE_COMPILE_CACHE switches the cache off', { NODE_DISABLE_COMPILE_CACHE: '1' }],
])('%s.', (_, settings) => {
  const { start, cached } = packageFolder();
  expect(start(settings)).toContain('function');
  expect(cached()).toEqual([]);
});

test('A run uses what the run before has compiled.', { timeout: 60_000 }, async () => {
  const run = () => command(['run', '--only', 'LU-SUCCESS'], { cwd: temporaryFolder() });
  const cache = fileURLToPath(new URL('../../node_modules/.cache/ledger-conformance/', import.meta.url));
  const written = () =>
    readdirSync(cache).map((name) => [name.replace(/-.*/, ''), statSync(join(cache, name)).mtimeMs]);
  expect((await run()).status).toBe(0);
  const before = written();
  expect(new Set(before.map(([name]) => name))).toEqual(
    new Set(['coreBundle.js', 'utilsBundle.js', 'babelBundle.js']),
  );
  expect((await run()).status).toBe(0);
  expect(written()).toEqual(before);
});
