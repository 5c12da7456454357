import { lstatSync, promises, type RmOptions } from 'node:fs';

/**
 * Before each test, Playwright deletes the folder of its output, which the suite's own tests never have. Node looks for it in
 * another thread, while the next test waits; from now on, one that is missing is found at once.
 */
export function deleteOnlyWhatExists(): void {
  const { rm } = promises;
  promises.rm = async (path, options?: RmOptions) => {
    // A link to nothing exists too.
    if (options?.force !== true || lstatSync(path, { throwIfNoEntry: false }) !== undefined)
      await rm(path, options);
  };
}
