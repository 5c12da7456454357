import { expect, test } from 'vitest';
import { documents, textOf } from './documents.ts';
import { linksToNothing, partNames, regenerated } from './generated-tables.ts';

// Where one of these fails: npx vitest run tests/docs -u
const pages = documents.filter((page) => /^<!-- made: /m.test(textOf(page)));

test.each(pages)('The parts of %s that are made from the code say what it says.', async (page) => {
  await expect(regenerated(textOf(page))).toMatchFileSnapshot(`../../${page}`);
});

test('Every part is on a page, once.', () => {
  const used = pages.flatMap((page) =>
    [...textOf(page).matchAll(/^<!-- made: (.+?) -->$/gm)].map(([, name = '']) => name),
  );
  expect(used.sort()).toEqual([...partNames()].sort());
  expect(linksToNothing()).toEqual([]);
});

test('A part that is not as the code has it, or that nothing makes, is found.', () => {
  const stale = '<!-- made: formats -->\n\n| format |\n\n<!-- end -->\n';
  expect(regenerated(stale)).not.toBe(stale);
  expect(regenerated(regenerated(stale))).toBe(regenerated(stale));
  expect(() => regenerated('<!-- made: nothing -->\n\n<!-- end -->')).toThrow(
    'Nothing makes the part "nothing"',
  );
});
