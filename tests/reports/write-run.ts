import type { Run } from './journal-fixture.ts';
import { type Arrange, writeRunInto } from './run-on-disk.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Writes a run into a new results folder, which is gone when the test has ended. */
export function writeRun(run: Run, arrange?: Arrange): string {
  const folder = temporaryFolder();
  writeRunInto(folder, run, arrange);
  return folder;
}
