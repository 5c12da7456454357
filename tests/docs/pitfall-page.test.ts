import { expect, test } from 'vitest';
import { pitfalls } from '../../requirements/pitfalls/catalogue.ts';
import { textOf } from './documents.ts';
import { pitfallPage } from './pitfall-page.ts';

const introduction = `
Common mistakes of servers: rejections in the form of a framework or of an HTTP server, fields that serializers leave out, page
tokens, and state that requests share. What their software accepts is in [leniencies](leniencies.md). A report names the most likely
pitfall of a finding, and \`explain ID\` lists those of a requirement. The page is generated from \`requirements/pitfalls/\` by
\`npx vitest run tests/docs -u\`.
`;

test('docs/pitfalls.md says what the catalogue of pitfalls says.', async () => {
  await expect(pitfallPage(introduction)).toMatchFileSnapshot('../../docs/pitfalls.md');
});

test('The page has each pitfall once.', () => {
  const entries = textOf('docs/pitfalls.md').split(/^## /m).slice(1);
  expect(entries.map((entry) => entry.split('\n')[0])).toEqual(pitfalls.map(({ id }) => id));
});
