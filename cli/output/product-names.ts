import { UsageError } from '../../settings/usage-error.ts';

/** As long as a name may be in a statement and in a challenge (certificate/verdict.schema.json), in characters. */
const longest = 200;

/**
 * Checks the names of a product, as far as they are given.
 * @throws UsageError if one is empty or too long
 */
export function checkProductNames(names: readonly (string | undefined)[]): void {
  if (names.some((name) => name !== undefined && (name === '' || [...name].length > longest)))
    throw new UsageError([
      `--organization, --product and --product-version take 1 to ${longest} characters.`,
    ]);
}
