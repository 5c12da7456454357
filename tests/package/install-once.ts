import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Installed, install } from './installed.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    installed: Installed;
  }
}

/** Packs and installs the package once for all test files. */
export default function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-package-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    provide('installed', install(folder));
  } catch (error) {
    remove();
    throw error;
  }
  return remove;
}
