import settingsSchema from '../../settings/settings.schema.json' with { type: 'json' };
import { UsageError } from '../../settings/usage-error.ts';

const parts = [
  { prefix: 'TARGET_', title: 'The target' },
  { prefix: 'CONFORMANCE_', title: 'The run' },
];

/** The text of an .env that documents every setting, with these settings enabled. */
export function envFile(
  settings: Readonly<Record<string, string>>,
  head: readonly string[] = ofInit,
): string {
  const described: Readonly<
    Record<string, { description: string; $comment?: string; default?: string; examples?: readonly string[] }>
  > = settingsSchema.properties;
  const blocks = parts.flatMap(({ prefix, title }) => [
    [`# --- ${title} ---`],
    ...Object.entries(described)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, { description, $comment, examples = [], default: usual = '' }]) => {
        const value = settings[name];
        return [
          `# ${description}`,
          ...($comment === undefined ? [] : [`# ${$comment}`]),
          value === undefined ? `# ${name}=${envValue(examples[0] ?? usual)}` : `${name}=${envValue(value)}`,
        ];
      }),
  ]);
  return `${[head, ...blocks].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const ofInit = [
  '# Settings of ledger-conformance. Uncomment what you set. Environment variables take precedence.',
  '# This file can contain secrets: keep it out of version control.',
];

/** Formats a value so that dotenv and shells read it alike. */
export function envValue(value: string): string {
  if (/^[\w./:,@+=-]*$/.test(value)) return value;
  if (!value.includes("'")) return `'${value}'`;
  if (!/["\\$`\n]/.test(value)) return `"${value}"`;
  throw new UsageError([
    'A value contains both single and double quotes, which .env cannot express. Set it in the environment, or put the command in a script.',
  ]);
}
