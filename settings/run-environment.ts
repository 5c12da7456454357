import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { decodeUtf8 } from '../json/utf8.ts';
import { readBytes } from './read-file.ts';
import { UsageError } from './usage-error.ts';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment, with .env of the working directory as fallback: real environment variables win.
 * @throws UsageError if .env exists and cannot be read.
 */
export function environmentWithFile(folder = process.cwd()): Environment {
  const path = join(folder, '.env');
  const merged: Record<string, string | undefined> = { ...process.env };
  if (!existsSync(path)) return merged;
  const bytes = readBytes(path, '.env cannot be read. Fix its permissions, or remove it.', 1);
  const read = parse(bytes);
  const problems = unreadSettings(bytes, read);
  if (problems.length > 0) throw new UsageError(problems);
  for (const [name, value] of Object.entries(read)) merged[name] ??= value;
  return merged;
}

/** The same, without .env if that cannot be read. */
export function readableEnvironment(): Environment {
  try {
    return environmentWithFile();
  } catch {
    return process.env;
  }
}

/**
 * A sentence for each line of .env that names a setting without setting it: it would be ignored silently, and a run
 * without a target checks the reference server.
 */
function unreadSettings(bytes: Buffer, read: Readonly<Record<string, string>>): string[] {
  const text = decodeUtf8(bytes);
  if (text === undefined || text.includes('\u0000'))
    return ['.env is not UTF-8 text. Save it as UTF-8, or remove it.'];
  return text.split(/\r\n|\n|\r/).flatMap((line, index) => {
    const name = /^\s*(?:export\s+)?((?:TARGET|CONFORMANCE)_\w+)/.exec(line)?.[1];
    if (name === undefined || Object.hasOwn(read, name)) return [];
    return [
      `Line ${index + 1} of .env names ${name} but does not set it. Write ${name}=value, or comment it out.`,
    ];
  });
}
