import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Files, isEvidence } from './manifest.ts';

/** The evidence of a bundle in a temporary folder, as a run leaves it. It must be closed, which removes it. */
export interface EvidenceFolder {
  readonly path: string;
  close(): void;
}

/** Exchanges are read from their file when they are needed, so the folder stays until then. */
export function openEvidence(files: Files): EvidenceFolder {
  const path = mkdtempSync(join(tmpdir(), 'ledger-conformance-evidence-'));
  const close = (): void => rmSync(path, { recursive: true, force: true });
  try {
    for (const [file, bytes] of files) if (isEvidence(file)) writeFileSync(join(path, basename(file)), bytes);
  } catch (error) {
    close();
    throw error;
  }
  return { path, close };
}
