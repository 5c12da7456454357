import { expect, test } from 'vitest';
import killMatrix from '../../docs/kill-matrix.json' with { type: 'json' };
import { requirements } from '../../requirements/catalogue.ts';
import { textOf } from './documents.ts';
import { requirementPage } from './requirement-page.ts';

const introduction = `
Every clause of \`interface.md\`, in its order: id, level, operations and the rulings that settle its reading; the words; what
they demand; which answers are allowed; what a run must be given; where it is tested; and which deliberately faulty servers
showed that it is noticed. This page is made from \`requirements/\`, \`checks/\` and the [kill matrix](kill-matrix.md);
\`npx vitest run tests/docs -u\` writes it again. [Requirements](requirements.md) explains levels, ids and kinds of answer.
A check may judge answers of other checks too; a spec is where its own requests are sent.
`;

test('docs/requirement-reference.md says what the list of requirements, the checks and the kill matrix say.', async () => {
  await expect(requirementPage(introduction, killMatrix.kills)).toMatchFileSnapshot(
    '../../docs/requirement-reference.md',
  );
});

test('The reference has each requirement once, and a fault for each MUST that is judged.', () => {
  const entries = textOf('docs/requirement-reference.md').split(/^### /m).slice(1);
  expect(entries.map((entry) => entry.split('\n')[0])).toEqual(requirements.map(({ id }) => id));
  const unproven = entries.filter((entry) => /^MUST/m.test(entry) && !entry.includes('- Proven by '));
  expect(unproven).toEqual([]);
});
