import { mkdirSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type CompiledModule, compileCached } from './compiled-cache.ts';

// Preloaded (`node --import`) in the processes of Playwright: in each, compiling its bundles takes a sixth of a second.

/** The bundles of Playwright's packages. None of them imports anything with `import()`, which would need a callback. */
const bundle = /^(.*[\\/]node_modules)[\\/]playwright(?:-core)?[\\/]lib[\\/](?:.*[\\/])?[a-z]+Bundle\.js$/;

/** What Node compiles a module with; packages that transform sources replace it likewise. */
interface Compiling {
  _compile(this: NodeJS.Module, source: string, filename: string, ...others: readonly unknown[]): unknown;
}

const compiling = Module.prototype as unknown as Compiling;
const original = compiling._compile;

/** The function that `Module.wrap` makes of a source. */
type Wrapper = (this: unknown, ...args: readonly unknown[]) => unknown;

const missing: { readonly folder: string; readonly compiled: CompiledModule }[] = [];

/** Node's own variable for its own cache. */
const isWanted = process.env.NODE_DISABLE_COMPILE_CACHE === undefined;

compiling._compile = function compile(source, filename, ...others) {
  const packages = isWanted ? bundle.exec(filename)?.[1] : undefined;
  if (packages === undefined) return original.call(this, source, filename, ...others);
  const folder = join(packages, '.cache', 'ledger-conformance');
  const compiled = compileCached(source, filename, folder);
  if (!compiled.isCached) missing.push({ folder, compiled });
  const run = compiled.script.runInThisContext() as Wrapper;
  return run.call(this.exports, this.exports, createRequire(filename), this, filename, dirname(filename));
};

// Workers start while the first process runs, and load the same bundles.
if (process.env.TEST_WORKER_INDEX === undefined) process.once('exit', keepMissing);

function keepMissing(): void {
  for (const { folder, compiled } of missing) {
    try {
      mkdirSync(folder, { recursive: true });
    } catch {
      // A package folder that is read-only has no cache.
      return;
    }
    compiled.keep();
  }
}
