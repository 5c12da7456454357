import { readFileSync } from 'node:fs';
import { UsageError } from './usage-error.ts';

/**
 * Reads a file.
 * @throws UsageError with this sentence if it cannot be read.
 */
export function readBytes(path: string, sentence: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new UsageError([sentence]);
  }
}

/** The same for text in UTF-8. */
export function readText(path: string, sentence: string): string {
  return readBytes(path, sentence).toString();
}

/**
 * Reads the text of a file named by a setting.
 * @throws UsageError if it cannot be read.
 */
export function readNamedFile(setting: string, path: string): string {
  return readText(
    path,
    `${setting} names a file that cannot be read: ${path}. Correct the path or its permissions.`,
  );
}

/**
 * Reads a JSON file.
 * @throws UsageError with a sentence made from the problem with the file.
 */
export function readJsonFile(path: string, sentence: (problem: string) => string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UsageError([sentence(error instanceof SyntaxError ? 'is not JSON' : 'cannot be read')]);
  }
}
