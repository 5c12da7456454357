import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder that ends with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The path of a file with this text, which ends with the test. */
export function temporaryFile(text: string, name = 'file'): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
}
