import Module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compileCached } from '../chunks/compiled-cache.ts';
import { isCacheWanted, keepCompiled } from '../chunks/keep-compiled.ts';
import { deleteOnlyWhatExists } from './delete-existing.ts';
import { onFirstUse } from './on-first-use.ts';
import { withStandIns } from './stand-ins.ts';

// Preloaded (`node --import`) in the processes of Playwright: in each, compiling its bundles takes a sixth of a second, and
// loading what the suite's own tests never use takes a tenth.

/** The bundles of Playwright's packages. None of them imports anything with `import()`, which would need a callback. */
const bundle = /^(.*[\\/]node_modules)[\\/]playwright(?:-core)?[\\/]lib[\\/](?:.*[\\/])?[a-z]+Bundle\.js$/;

/** A transpiler, with which Playwright also updates snapshots, and a server for agents: built tests need neither. */
const unused = /[\\/]playwright[\\/]lib[\\/](?:transform[\\/]babelBundle|mcp[\\/]test[\\/]testBackend)\.js$/;

/** What Node compiles a module with; packages that transform sources replace it likewise. */
interface Compiling {
  _compile(this: NodeJS.Module, source: string, filename: string, ...others: readonly unknown[]): unknown;
}

const compiling = Module.prototype as unknown as Compiling;
const original = compiling._compile;

/** The function that `Module.wrap` makes of a source. */
type Wrapper = (this: unknown, ...args: readonly unknown[]) => unknown;

/** Playwright sets the variables of a worker later, so its program tells. */
const isWorker = /[\\/]playwright[\\/]lib[\\/]worker[\\/]workerProcessEntry\.js$/.test(process.argv[1] ?? '');

compiling._compile = function compile(source, filename, ...others) {
  if (!unused.test(filename)) return compileNow.call(this, source, filename, ...others);
  this.exports = onFirstUse(() => {
    this.exports = {};
    compileNow.call(this, source, filename, ...others);
    return this.exports;
  });
  return undefined;
};

function compileNow(
  this: NodeJS.Module,
  source: string,
  filename: string,
  ...others: readonly unknown[]
): unknown {
  const packages = isCacheWanted() ? bundle.exec(filename)?.[1] : undefined;
  if (packages === undefined) return original.call(this, source, filename, ...others);
  const folder = join(packages, '.cache', 'ledger-conformance');
  const compiled = compileCached(Module.wrap(source), filename, folder);
  // Workers start while the first process runs, and load the same bundles.
  if (!compiled.isCached && !isWorker) keepCompiled(folder, compiled);
  const run = compiled.script.runInThisContext() as Wrapper;
  // The server for agents in it extends these classes.
  return withStandIns(() =>
    run.call(this.exports, this.exports, createRequire(filename), this, filename, dirname(filename)),
  );
}

if (isWorker) deleteOnlyWhatExists();
