import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Span } from '../../json/scan-json.ts';
import { type Block, clausesAt, quotedIn, sectionsOf, segmentsOf } from '../../reports/html/clauses.ts';
import { requirements } from '../../requirements/catalogue.ts';

const document = readFileSync(new URL('../../requirements/interface.md', import.meta.url), 'utf8');
const sections = sectionsOf(document);

const spansOf = (block: Block): readonly (readonly Span[])[] => {
  if (block.kind === 'table') return block.rows;
  return block.kind === 'list' ? block.items.map(({ span }) => [span]) : [[block.span]];
};

test('No word of the document is lost in its layout.', () => {
  const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const shown = sections.flatMap(({ heading, text, blocks }) => [
    heading,
    ...blocks
      .flatMap((block) => [...(block.kind === 'table' ? [block.head] : []), ...spansOf(block)].flat())
      .map(({ start, end }) => text.slice(start, end)),
  ]);
  const numbers = [...document.matchAll(/^\d+(?=\. )/gm)].map(([number]) => number);
  expect([...words(shown.join(' ')), ...numbers].sort()).toEqual(words(document).sort());
});

test('Every requirement stands beside exactly one piece of the document.', () => {
  const placed = sections.flatMap((section) => {
    const quoted = quotedIn(section);
    return section.blocks.flatMap(spansOf).flatMap((spans) => clausesAt(spans, quoted).map(({ id }) => id));
  });
  expect(placed.sort()).toEqual(requirements.map(({ id }) => id).sort());
});

test('The parts of a stretch give it back, and a quote colours all of its words.', () => {
  for (const section of sections) {
    const quoted = quotedIn(section);
    for (const span of section.blocks.flatMap(spansOf).flat()) {
      const parts = segmentsOf(section, span, quoted);
      expect(parts.map(({ text }) => text).join('')).toBe(section.text.slice(span.start, span.end));
    }
  }
  const errors = sections.find(({ heading }) => heading === 'Errors');
  const row = errors?.blocks
    .flatMap(spansOf)
    .find(([cell]) => errors.text.slice(cell?.start, cell?.end) === 'cause');
  if (errors === undefined || row === undefined) throw new Error('The document has no row "cause".');
  const parts = row.flatMap((cell) => segmentsOf(errors, cell, quotedIn(errors)));
  expect(parts.every(({ clauses }) => clauses.some(({ id }) => id === 'ERR-CAUSE'))).toBe(true);
});
