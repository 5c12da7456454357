import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { requirements } from '../../requirements/catalogue.ts';
import { documentSha256 } from '../../requirements/document-digest.ts';
import { interfaceDocument, sectionsOf, unitsOf } from './interface-document.ts';
import { unquoted } from './unquoted.ts';

const sections = sectionsOf(interfaceDocument);

function quotesOf(heading: string): string[] {
  return requirements.filter(({ section }) => section === heading).map(({ quote }) => quote);
}

test('The document is the edition that the requirements were read from.', () => {
  expect(createHash('sha256').update(interfaceDocument).digest('hex')).toBe(documentSha256);
});

test('Every sentence and table row is quoted by a requirement of its section, word by word.', () => {
  expect(sections.flatMap((section) => unquoted(section, quotesOf(section.heading)))).toEqual([]);
});

test('The document falls into the sentences and rows that a reader counts.', () => {
  const units = sections.flatMap(unitsOf);
  expect(units.filter((unit) => unit.startsWith('|'))).toHaveLength(49);
  expect(units.filter((unit) => !unit.startsWith('|'))).toHaveLength(63);
});

test('Every sentence that says "not shown" has an OPEN requirement.', () => {
  const notShown = sections.flatMap(unitsOf).filter((unit) => unit.includes('not shown'));
  const open = requirements.filter(({ level }) => level === 'OPEN');
  expect(notShown.filter((unit) => !open.some(({ quote }) => unit.includes(quote)))).toEqual([]);
  expect(notShown).toHaveLength(13);
});

test('A sentence or row that no requirement quotes is noticed.', () => {
  const [section] = sectionsOf(
    '# Pages\n\n| Field | Rule |\n|---|---|\n| size | At most 9. |\n\n- First. Then second.\n',
  );
  if (section === undefined) throw new Error('The sample has one section; correct sectionsOf.');
  expect(unquoted(section, ['| size |', 'First.'])).toEqual([
    '| size | At most 9. | (unquoted: At most 9)',
    'Then second. (unquoted: Then second)',
  ]);
});
