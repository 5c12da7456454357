import { expect, test } from 'vitest';
import { clauseLine } from '../../reports/formats/clause-line.ts';
import { requirements } from '../../requirements/catalogue.ts';
import { interfaceDocument } from '../requirements/interface-document.ts';

const lines = interfaceDocument.split('\n');

/** The heading that a line, counted from 1, stands under. */
function headingOver(line: number): string | undefined {
  return lines
    .slice(0, line)
    .findLast((each) => /^#+ /.test(each))
    ?.replace(/^#+ /, '');
}

test('The line of a requirement holds the beginning of its quote, under the heading of its section.', () => {
  expect(requirements.length).toBeGreaterThan(100);
  for (const { id, section, quote } of requirements) {
    const line = clauseLine(id);
    expect(lines[line - 1], id).toContain(quote);
    expect(headingOver(line), id).toBe(section);
  }
});

test('Lines are counted from 1.', () => {
  const [first] = requirements;
  expect(first === undefined ? 0 : clauseLine(first.id)).toBeGreaterThan(1);
  expect(clauseLine('LU-RES-USERS')).toBe(lines.findIndex((line) => line.startsWith('| users |')) + 1);
});

test('A requirement that there is not has no line.', () => {
  expect(() => clauseLine('GT-NONE-SUCH')).toThrow('There is no requirement GT-NONE-SUCH');
});
