import { expect, test } from 'vitest';
import killMatrix from '../../docs/kill-matrix.json' with { type: 'json' };
import { requirements } from '../../requirements/catalogue.ts';
import { textOf } from './documents.ts';
import { requirementPage } from './requirement-page.ts';

const introduction = `
Every clause of \`interface.md\`, in document order. [Requirements](requirements.md) explains levels, ids and kinds of response.
The page is generated from \`requirements/\`, \`specs/\` and the [kill matrix](kill-matrix.md) by \`npx vitest run tests/docs -u\`.

- _Tested by_ names the check that sends the requests. Responses of other checks may be judged too.
- _Varied conditions_ are the [conditions](reading-results.md#conditions) that vary in a run at \`standard\` effort.
- _Proven by_ lists faults of the reference server that the check caught.
- _Pitfalls_ are [common mistakes of servers](pitfalls.md); _broken by common software_ lists [leniencies](leniencies.md) of libraries.
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
