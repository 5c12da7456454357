import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { compileCached } from './compiled-cache.ts';
import { isCacheWanted, keepCompiled } from './keep-compiled.ts';

// The build bundles the suite into chunks (.ci/bundle.mjs). Node compiles modules again in each process, so chunks are loaded as
// functions, whose compiled code can be cached.

/** What a chunk exports, by name. */
export type Exports = Readonly<Record<string, unknown>>;

/** Like `import()`, for the imports of one file. */
export type Importing = (specifier: string, options?: ImportCallOptions) => Promise<unknown>;

/** The body of a chunk: reads what it imports, defines what it exports, and runs. */
type Body = (importing: Importing, define: (exports: ExportGetters) => void, url: string) => Promise<void>;

type ExportGetters = Readonly<Record<string, () => unknown>>;

/** The last line of a chunk: what turns the rest into a function. */
interface Trailer {
  readonly before: string;
  readonly after: string;
}

const marker = '\n//# chunk ';

const chunks = new Map<string, Promise<Exports>>();
const cacheFolder = folderOfCache(fileURLToPath(new URL('../../', import.meta.url)));

/**
 * The `import()` of a built file: relative specifiers name chunks and JSON files; Node imports everything else.
 * @param url the URL of that file
 */
export function importingAt(url: string): Importing {
  return (specifier, options) => {
    if (!specifier.startsWith('.')) return import(specifier, options);
    const imported = new URL(specifier, url).href;
    if (imported.endsWith('.json')) return Promise.resolve({ default: readJson(imported) });
    return loadChunk(imported);
  };
}

function loadChunk(url: string): Promise<Exports> {
  const known = chunks.get(url);
  if (known !== undefined) return known;
  const loading = runChunk(url);
  chunks.set(url, loading);
  return loading;
}

async function runChunk(url: string): Promise<Exports> {
  const script = compileChunk(asFunction(readFileSync(new URL(url), 'utf8')), url);
  const body = script.runInThisContext() as Body;
  const exports = {};
  const define = (getters: ExportGetters): void => {
    for (const [name, get] of Object.entries(getters))
      Object.defineProperty(exports, name, { get, enumerable: true });
  };
  await body(importingAt(url), define, url);
  return exports;
}

function compileChunk(source: string, url: string): Script {
  if (!isCacheWanted()) return new Script(source, { filename: url });
  const compiled = compileCached(source, url, cacheFolder);
  if (!compiled.isCached) keepCompiled(cacheFolder, compiled);
  return compiled.script;
}

/** The lines between the first and the last two of a chunk, as a function. Line numbers stay the same. */
function asFunction(source: string): string {
  const trailerAt = source.lastIndexOf(marker);
  const { before, after } = JSON.parse(source.slice(trailerAt + marker.length)) as Trailer;
  const body = source.slice(source.indexOf('\n'), source.lastIndexOf('\n', trailerAt - 1));
  return before + body + after;
}

function readJson(url: string): unknown {
  return JSON.parse(readFileSync(new URL(url), 'utf8'));
}

/** The folder that also caches Playwright's bundles: in `node_modules` around the package, or in a checkout's own. */
function folderOfCache(built: string): string {
  const [, packages] = /^(.*[\\/]node_modules)[\\/]/.exec(built) ?? [];
  return `${packages ?? `${built}../node_modules`}/.cache/ledger-conformance`;
}
