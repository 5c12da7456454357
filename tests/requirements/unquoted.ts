import { type Section, unitsOf } from './interface-document.ts';

/** The sentences and rows of a section with words that stand in none of the quotes, each with these words. */
export function unquoted(section: Section, quotes: readonly string[]): string[] {
  const covered = coverage(section.text, quotes);
  let searchFrom = 0;
  return unitsOf(section).flatMap((unit) => {
    const start = section.text.indexOf(unit, searchFrom);
    searchFrom = start + unit.length;
    const words = [...unit.matchAll(/[\p{L}\p{N}]+/gu)]
      .filter(({ index }) => !covered.has(start + index))
      .map(([word]) => word);
    return words.length === 0 ? [] : [`${unit} (unquoted: ${words.join(' ')})`];
  });
}

function coverage(text: string, quotes: readonly string[]): Set<number> {
  const covered = new Set<number>();
  for (const quote of quotes) {
    const start = text.indexOf(quote);
    for (let offset = 0; start >= 0 && offset < quote.length; offset += 1) covered.add(start + offset);
  }
  return covered;
}
