import { expect, test } from 'vitest';
import killMatrix from '../../docs/kill-matrix.json' with { type: 'json' };
import { requirements } from '../../requirements/catalogue.ts';
import { textOf } from './documents.ts';
import { requirementPage } from './requirement-page.ts';

const introduction = `
Every clause of \`interface.md\`, in document order: its level, operations and rulings, the quoted words, what they demand,
the allowed responses, what a run needs, where it is tested, and the deliberately faulty servers that the check caught. The
page is generated from \`requirements/\`, \`checks/\` and the [kill matrix](kill-matrix.md) by
\`npx vitest run tests/docs -u\`. [Requirements](requirements.md) explains levels, ids and kinds of response. "Tested by"
names the spec that sends the requests; the requirement may also be judged on the responses of other checks. "Judged
over" names the [circumstances](reading-results.md#circumstances) that vary in a run at \`standard\` effort. "Pitfalls" are [what
servers usually get wrong](pitfalls.md) about it. "Broken by common software" lists [leniencies](leniencies.md) of libraries and
frameworks that break it.
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
