import { UsageError } from '../../settings/usage-error.ts';

/** What `--format` of a command that prints text or JSON accepts. */
export const outputFormats: readonly string[] = ['terminal', 'json'];

/** Whether a command that prints text or JSON is asked for JSON. @throws UsageError for any other format. */
export function isJson(format: string | undefined): boolean {
  if (format === undefined || format === 'terminal') return false;
  if (format === 'json') return true;
  throw new UsageError([
    `--format ${format} is not a format of this command. Use ${outputFormats.join(' or ')}.`,
  ]);
}
