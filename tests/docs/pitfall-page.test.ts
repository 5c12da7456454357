import { expect, test } from 'vitest';
import { pitfalls } from '../../requirements/pitfalls/catalogue.ts';
import { textOf } from './documents.ts';
import { pitfallPage } from './pitfall-page.ts';

const introduction = `
What servers usually get wrong besides what their software accepts ([leniencies](leniencies.md)): rejections in the form of a
framework or of an HTTP server, fields that serializers leave out, page tokens, and what requests share. For each pitfall: the
requirements that it breaks, what common stacks do, and what to set. A finding of a run names the pitfall that is most likely,
and \`explain ID\` lists those of a requirement. The page is generated from \`requirements/pitfalls/\` by
\`npx vitest run tests/docs -u\`.
`;

test('docs/pitfalls.md says what the catalogue of pitfalls says.', async () => {
  await expect(pitfallPage(introduction)).toMatchFileSnapshot('../../docs/pitfalls.md');
});

test('The page has each pitfall once.', () => {
  const entries = textOf('docs/pitfalls.md').split(/^## /m).slice(1);
  expect(entries.map((entry) => entry.split('\n')[0])).toEqual(pitfalls.map(({ id }) => id));
});
