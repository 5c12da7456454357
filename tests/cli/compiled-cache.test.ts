import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { buildTag, compileCached } from '../../cli/chunks/compiled-cache.ts';
import { optimizingLate } from '../../session/late-optimization.ts';
import { temporaryFolder } from '../reports/temporary-folder.ts';
import { command } from './command.ts';

const source = 'module.exports = [typeof require, __filename, __dirname, this === module.exports].join();';
const script = Module.wrap(source);

function keptIn(folder: string): string {
  compileCached(script, '/a/module.js', folder).keep();
  const [name = ''] = readdirSync(folder);
  return join(folder, name);
}

test('A source is compiled once.', () => {
  const folder = temporaryFolder();
  expect(compileCached(script, '/a/module.js', folder).isCached).toBe(false);
  keptIn(folder);
  const again = compileCached(script, '/a/module.js', folder);
  expect(again.isCached).toBe(true);
  expect(again.script.runInThisContext()).toBeTypeOf('function');
});

test('Another source of the same length is compiled.', () => {
  const folder = temporaryFolder();
  keptIn(folder);
  const other = script.replace('join', 'JOIN');
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
  expect(compileCached(script, '/a/module.js', folder).isCached).toBe(false);
  keptIn(folder);
  expect(compileCached(script, '/a/module.js', folder).isCached).toBe(true);
});

test('Another build of Node does not find the code of this one.', () => {
  const program = { size: 98_932_688, mtimeMs: 1_700_000_000_000 };
  const tag = buildTag(process.versions, program);
  expect(buildTag({ ...process.versions }, { ...program })).toBe(tag);
  expect(buildTag({ ...process.versions, v8: '11.3.244.8-node.26' }, program)).not.toBe(tag);
  expect(buildTag(process.versions, { ...program, size: 1 })).not.toBe(tag);
  expect(buildTag(process.versions, { ...program, mtimeMs: 1 })).not.toBe(tag);
  const name = basename(keptIn(temporaryFolder()));
  expect(name.split('-')).toContain(buildTag(process.versions, statSync(process.execPath)).toString(16));
});

test('Code that another process has written meanwhile is left alone.', () => {
  const folder = temporaryFolder();
  const late = compileCached(script, '/a/module.js', folder);
  const path = keptIn(folder);
  const before = statSync(path).ino;
  late.keep();
  expect(statSync(path).ino).toBe(before);
});

test('Where nothing can be written, sources are compiled each time.', () => {
  const folder = join(temporaryFolder(), 'missing');
  const compiled = compileCached(script, '/a/module.js', folder);
  expect(() => compiled.keep()).not.toThrow();
  expect(compileCached(script, '/a/module.js', folder).isCached).toBe(false);
});

const preload = new URL('../../dist/cli/run/load-playwright.js', import.meta.url).href;

/** A package folder like Playwright's, with a bundle and a module that needs it. */
function packageFolder() {
  const root = temporaryFolder();
  const lib = join(root, 'node_modules', 'playwright', 'lib');
  mkdirSync(join(lib, 'worker'), { recursive: true });
  writeFileSync(join(lib, 'someBundle.js'), source);
  writeFileSync(join(lib, 'cli.js'), "process.stdout.write(require('./someBundle'));");
  writeFileSync(join(lib, 'worker', 'workerProcessEntry.js'), "require('../cli');");
  const start = (settings: Readonly<Record<string, string>> = {}, program = 'cli.js') =>
    execFileSync(process.execPath, ['--import', preload, join(lib, program)], {
      encoding: 'utf8',
      env: { ...process.env, ...settings },
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
  ['Workers do not write the cache', {}, 'worker/workerProcessEntry.js'],
  ['NODE_DISABLE_COMPILE_CACHE switches the cache off', { NODE_DISABLE_COMPILE_CACHE: '1' }, 'cli.js'],
])('%s.', (_, settings, program) => {
  const { start, cached } = packageFolder();
  expect(start(settings, program)).toContain('function');
  expect(cached()).toEqual([]);
});

test('A run knows its workers by their program.', { timeout: 60_000 }, async () => {
  const cwd = temporaryFolder();
  const observer = join(cwd, 'observer.mjs');
  writeFileSync(
    observer,
    `import { appendFileSync, promises } from 'node:fs';
    import { basename } from 'node:path';
    const { rm } = promises;
    process.once('exit', () => {
      const said = [basename(process.argv[1] ?? ''), promises.rm === rm ? 'as usual' : 'replaced'];
      appendFileSync('observed.txt', said.join(' ') + '\\n');
    });`,
  );
  const settings = { NODE_OPTIONS: `--import ${observer}` };
  const { status } = await command(['run', '--only', 'LU-SUCCESS'], { cwd, settings });
  expect(status).toBe(0);
  const observed = readFileSync(join(cwd, 'observed.txt'), 'utf8').trim().split('\n').sort();
  expect(observed).toEqual(['cli.js as usual', 'main.js as usual', 'workerProcessEntry.js replaced']);
});

test('What built tests never use is loaded when it is used.', () => {
  const { lib, start } = packageFolder();
  mkdirSync(join(lib, 'transform'));
  writeFileSync(
    join(lib, 'transform', 'babelBundle.js'),
    "process.stdout.write('loaded '); module.exports = { name: typeof require };",
  );
  writeFileSync(
    join(lib, 'cli.js'),
    `const babel = require('./transform/babelBundle');
     process.stdout.write([babel.__esModule, Object.keys(babel).length, ''].join(' '));
     const { name } = babel;
     process.stdout.write([name, babel.name, babel.other, require('./transform/babelBundle').name].join());`,
  );
  expect(start()).toBe('true 0 loaded function,function,,function');
});

/** Whether a process like those of a run takes the code of Playwright's bundles from the cache of this installation. */
function takenFromCache(): unknown {
  const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
  const compiledCache = new URL('../../build/cli/chunks/compiled-cache.js', import.meta.url).href;
  const paths = ['playwright-core/lib/coreBundle.js', 'playwright-core/lib/utilsBundle.js'].map((path) =>
    join(modules, path),
  );
  const code = `
    import { readFileSync } from 'node:fs';
    import Module from 'node:module';
    import { buildTag, compileCached } from ${JSON.stringify(compiledCache)};
    const folder = ${JSON.stringify(join(modules, '.cache', 'ledger-conformance'))};
    const taken = ${JSON.stringify(paths)}.map((path) => compileCached(Module.wrap(readFileSync(path, 'utf8')), path, folder).isCached);
    process.stdout.write(JSON.stringify(taken));`;
  const args = [...optimizingLate(), '--input-type=module', '--eval', code];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

// Other tests run the command meanwhile, and may write the same files again; so no times of files are compared here.
test('A run leaves code that the next run takes.', { timeout: 60_000 }, async () => {
  const { status } = await command(['run', '--only', 'LU-SUCCESS'], { cwd: temporaryFolder() });
  expect(status).toBe(0);
  expect(takenFromCache()).toEqual([true, true]);
});
