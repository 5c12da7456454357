import type { Implementation } from '../../certificate/challenge.ts';
import { UsageError } from '../../settings/usage-error.ts';
import type { Options } from '../options.ts';

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

/**
 * The one of several renderers that `--format` names.
 * @throws UsageError if there is none
 */
export function rendererOf<R>(command: string, renderers: Readonly<Record<string, R>>, format: string): R {
  const render = Object.hasOwn(renderers, format) ? renderers[format] : undefined;
  if (render !== undefined) return render;
  const formats = Object.keys(renderers).join(', ');
  throw new UsageError([`--format ${format} is not a format of ${command}. Use one of ${formats}.`]);
}

/** Parses an option that is a whole number. @throws UsageError if it is not one, or out of range. */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new UsageError([`${option} takes a whole number from ${least} to ${most}.`]);
}

/** The names of a product, as far as the options give them. */
export function productNames({
  organization,
  product,
  productVersion: version,
}: Pick<Options<'challenge'>, 'organization' | 'product' | 'productVersion'>): Partial<Implementation> {
  const given = Object.entries({ organization, product, version });
  return Object.fromEntries(given.filter(([, text]) => text !== undefined));
}

/** As long as a name may be in a statement and in a challenge (certificate/verdict.schema.json), in characters. */
const longest = 200;

/** @throws UsageError if a name of a product is empty or too long */
export function checkProductNames(names: Partial<Implementation>): void {
  if (Object.values(names).some((name) => name === '' || [...name].length > longest))
    throw new UsageError([
      `--organization, --product and --product-version take 1 to ${longest} characters.`,
    ]);
}
