import { readFileSync } from 'node:fs';
import { UsageError } from '../../settings/usage-error.ts';

/** In the root of the sources, and of dist/. */
const example = new URL('../../.env.example', import.meta.url);

/** The text of .env.example, which documents every setting, with these settings enabled. */
export function envFile(settings: Readonly<Record<string, string>>): string {
  const text = readFileSync(example, 'utf8').replace(
    /^# Settings[\s\S]*?\n\n/,
    '# Settings of ledger-conformance. Uncomment what you set. Environment variables take precedence.\n# This file can contain secrets: keep it out of version control.\n\n',
  );
  const lines = text.split('\n').map((line) => {
    const name = line.match(/^# ([A-Z][A-Z_]+)=/)?.[1];
    const value = name === undefined ? undefined : settings[name];
    return value === undefined ? line : `${name}=${envValue(value)}`;
  });
  return lines.join('\n');
}

/** Formats a value so that dotenv and shells read it alike. */
export function envValue(value: string): string {
  if (/^[\w./:,@+=-]*$/.test(value)) return value;
  if (!value.includes("'")) return `'${value}'`;
  if (!/["\\$`\n]/.test(value)) return `"${value}"`;
  throw new UsageError([
    'A value contains both single and double quotes, which .env cannot express. Set it in the environment, or put the command in a script.',
  ]);
}
