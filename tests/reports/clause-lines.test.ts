import { expect, test } from 'vitest';
import { clauseLine } from '../../reports/formats/clause-line.ts';
import lines from '../../reports/formats/clause-lines.json' with { type: 'json' };
import { requirements } from '../../requirements/catalogue.ts';
import { interfaceDocument } from '../requirements/interface-document.ts';

/** Where a quote begins: in the section of its requirement, which holds it once. */
function lineOf(section: string, quote: string): number {
  const heading = [...interfaceDocument.matchAll(/^#+ (.*)$/gm)].find(([, title]) => title === section);
  const start = interfaceDocument.indexOf(quote, heading?.index);
  return interfaceDocument.slice(0, start).split('\n').length;
}

test('The line that is kept for a requirement is the one on which its quote begins.', () => {
  for (const { id, section, quote } of requirements) expect(clauseLine(id), id).toBe(lineOf(section, quote));
});

test('Every requirement has a line, and nothing else has one.', () => {
  expect(Object.keys(lines)).toEqual(requirements.map(({ id }) => id));
  expect(() => clauseLine('GT-NONE-SUCH')).toThrow('has no line for GT-NONE-SUCH');
});
