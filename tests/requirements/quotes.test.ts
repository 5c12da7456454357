import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { requirements } from '../../requirements/catalogue.ts';
import { interfaceDocument, sectionsOf } from './interface-document.ts';

const sections = sectionsOf(interfaceDocument);
const rulings = readFileSync(new URL('../../requirements/rulings.md', import.meta.url), 'utf8');
const rulingNumbers = [...rulings.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));

test('Every section that a requirement names is one heading of the document.', () => {
  for (const { id, section } of requirements) {
    const same = sections.filter(({ heading }) => heading === section);
    expect(same, `${id} names "${section}"`).toHaveLength(1);
  }
});

test('Every quote stands verbatim in its section, once.', () => {
  for (const { id, section, quote } of requirements) {
    const text = sections.find(({ heading }) => heading === section)?.text ?? '';
    expect(text.split(quote), `${id} quotes "${quote}"`).toHaveLength(2);
  }
});

test('Every quote begins and ends at a word.', () => {
  const cut = requirements.filter(({ quote }) => {
    const start = interfaceDocument.indexOf(quote);
    return (
      /\w\w/.test(interfaceDocument.slice(start - 1, start + 1)) || /\w\w/.test(edgeBehind(start, quote))
    );
  });
  expect(cut.map(({ id }) => id)).toEqual([]);
});

test('Every ruling that is named exists.', () => {
  expect(rulingNumbers).toEqual(rulingNumbers.map((_, index) => index + 1));
  const named = new Set(requirements.flatMap((clause) => clause.rulings));
  expect([...named].filter((number) => !rulingNumbers.includes(number))).toEqual([]);
});

test('Every ruling about the document settles the reading of a requirement.', () => {
  const named = new Set(requirements.flatMap((clause) => clause.rulings));
  const aboutTheRun = [25, 26, 27, 36, 38, 41, 42, 46];
  expect(rulingNumbers.filter((number) => !named.has(number) && !aboutTheRun.includes(number))).toEqual([]);
});

function edgeBehind(start: number, quote: string): string {
  const end = start + quote.length;
  return interfaceDocument.slice(end - 1, end + 1);
}
