import { bytesFrom, type SeedPart, textFrom } from './seeding.ts';

/** What formatters, templates, replacements by pattern and readers of markup give a meaning to. */
export const signsOfTemplates = '%d{0}{a}$a$1$&~a\\1<2&3>2';

/**
 * Strings that break software wherever they stand: one of a length at which readers that call themselves run out of stack,
 * pairs of surrogates, of which an error text that is cut to any number of UTF-16 units keeps half of one, and two that are
 * no plain text where they become a part of a format, a page or JSON. Derived from the parts, so that a target cannot know them.
 */
export function extremeStrings(...parts: readonly SeedPart[]): Readonly<Record<string, string>> {
  const [drawn = 0] = bytesFrom(['pairs', ...parts], 1);
  const pairs = String.fromCodePoint(0x1f600 + (drawn % 0x40)).repeat(300);
  const long = textFrom(['long', ...parts], 'abcdefghijklmnopqrstuvwxyz', 30).repeat(1_000);
  return {
    '30,000 characters': long,
    'surrogate pairs': pairs,
    'surrogate pairs behind a letter': `${long.charAt(0)}${pairs}`,
    'signs of templates': `${long.slice(0, 5)}${signsOfTemplates}${long.slice(5, 9)}`,
    // Where it is repeated in JSON without escapes, or in another charset than UTF-8, it is neither.
    'quotation marks and accents': `${long.slice(0, 5)}"\\"'éü${long.slice(5, 9)}`,
  };
}

const depth = 5_000;

/** JSON texts of values that are nested more deeply than readers that call themselves have stack for. */
export const deepTexts = {
  array: `${'['.repeat(depth)}${']'.repeat(depth)}`,
  object: `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
} as const;
