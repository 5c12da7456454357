import { readFileSync } from 'node:fs';
import { UsageError } from './usage-error.ts';

/**
 * The text of a file.
 * @throws UsageError with this sentence where it cannot be read.
 */
export function readText(path: string, sentence: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new UsageError([sentence]);
  }
}

/**
 * The text of a file that a setting names.
 * @throws UsageError where it cannot be read.
 */
export function readNamedFile(setting: string, path: string): string {
  return readText(
    path,
    `${setting} names a file that cannot be read: ${path}. Correct the path or its permissions.`,
  );
}

/**
 * The JSON value in a file.
 * @throws UsageError with the sentence that is made of what is wrong with the file.
 */
export function readJsonFile(path: string, sentence: (problem: string) => string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UsageError([sentence(error instanceof SyntaxError ? 'is not JSON' : 'cannot be read')]);
  }
}
