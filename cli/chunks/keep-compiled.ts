import { mkdirSync } from 'node:fs';
import type { CompiledScript } from './compiled-cache.ts';

interface Missing {
  readonly folder: string;
  readonly compiled: CompiledScript;
}

const missing: Missing[] = [];

/** Whether compiled code may be cached: Node's own variable for its own cache switches this one off too. */
export function isCacheWanted(): boolean {
  return process.env.NODE_DISABLE_COMPILE_CACHE === undefined;
}

/** Writes compiled code to a cache when this process exits, with the functions that it has used by then. */
export function keepCompiled(folder: string, compiled: CompiledScript): void {
  if (missing.length === 0) process.once('exit', keepAll);
  missing.push({ folder, compiled });
}

function keepAll(): void {
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
