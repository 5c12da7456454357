import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readJournal } from '../journal/journal-reader.ts';
import type { RunJournal } from '../journal/run-journal.ts';
import { type Files, isEvidence } from './manifest.ts';

/** A bundle whose evidence is in a temporary folder, as a run leaves it. It must be closed, which removes the folder. */
export interface OpenedBundle {
  readonly files: Files;
  /** The folder; it is written when it is first needed. */
  readonly evidence: string;
  /**
   * What the folder contains, read once. Exchanges are read from their file when they are needed, until the folder is closed.
   * @throws UsageError if it is not a journal
   */
  journal(): RunJournal;
  close(): void;
}

export function openBundle(files: Files): OpenedBundle {
  let folder: string | undefined;
  let journal: RunJournal | undefined;
  const written = (): string => {
    if (folder !== undefined) return folder;
    folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-evidence-'));
    for (const [file, bytes] of files)
      if (isEvidence(file)) writeFileSync(join(folder, basename(file)), bytes);
    return folder;
  };
  return {
    files,
    get evidence() {
      return written();
    },
    journal() {
      journal ??= readJournal(written());
      return journal;
    },
    close() {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
