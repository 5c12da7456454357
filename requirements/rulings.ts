import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('./rulings.md', import.meta.url), 'utf8');

/** The text of a ruling in rulings.md by its number, as one paragraph; undefined if there is none. */
export function rulingText(number: number): string | undefined {
  const found = new RegExp(`^${number}\\. (.*(?:\\n {3,4}\\S.*)*)`, 'm').exec(text)?.[1];
  return found?.replace(/\s*\n\s*/g, ' ');
}
