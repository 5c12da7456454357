import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAutomaton } from '../../wire/automaton.ts';

/** Each text that ends somewhere and is in no longer one that ends there. */
function foundIn(texts: readonly string[], text: string): string[] {
  const automaton = createAutomaton<string>();
  for (const each of texts) automaton.add(each, each);
  const found: string[] = [];
  automaton.find(text, ({ start, end, value }) => found.push(`${start}-${end} ${value}`));
  return found;
}

/** The same, looked for one by one. */
function expectedIn(texts: readonly string[], text: string): string[] {
  return Array.from(text, (_, at) => {
    const ending = texts.filter((each) =>
      text
        .slice(0, at + 1)
        .toLowerCase()
        .endsWith(each.toLowerCase()),
    );
    const [longest] = ending.sort((a, b) => b.length - a.length);
    return longest === undefined ? [] : [`${at + 1 - longest.length}-${at + 1} ${longest}`];
  }).flat();
}

test('Texts are found in any letter case, also where they overlap.', () => {
  expect(foundIn(['a-secret', 'secretin'], 'A-SECRETin')).toEqual(['0-8 a-secret', '2-10 secretin']);
  expect(foundIn(['a-secret'], 'a-secre')).toEqual([]);
  expect(foundIn([], 'a-secret')).toEqual([]);
});

const letters = fc.constantFrom('a', 'é');
const texts = fc.uniqueArray(fc.string({ unit: letters, minLength: 8, maxLength: 12 }), {
  minLength: 1,
  maxLength: 12,
  selector: (each) => each.toLowerCase(),
});

test('At each position, the longest text that ends there is found.', () => {
  fc.assert(
    fc.property(texts, fc.string({ unit: letters, maxLength: 200 }), (list, text) => {
      expect(foundIn(list, text)).toEqual(expectedIn(list, text));
    }),
    { numRuns: 2_000 },
  );
});

test('Texts that are added between searches are found like those of before.', () => {
  fc.assert(
    fc.property(texts, fc.string({ unit: letters, maxLength: 100 }), (list, text) => {
      const automaton = createAutomaton<string>();
      for (const [index, each] of list.entries()) {
        automaton.add(each, each);
        const found: string[] = [];
        automaton.find(text, ({ start, end, value }) => found.push(`${start}-${end} ${value}`));
        expect(found).toEqual(expectedIn(list.slice(0, index + 1), text));
      }
    }),
  );
});
