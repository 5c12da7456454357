import { expect, test } from 'ledger-conformance';
import { judges } from './judges.ts';
import requirements from './requirements.json' with { type: 'json' };

for (const { id, level, statement } of requirements) {
  const judge = judges[id];
  test(`${id}: ${statement}`, { tag: `@${level}` }, async ({ send }, testInfo) => {
    if (judge === undefined) {
      const { exchange } = await send.get('/v2/version', { anonymous: true });
      testInfo.annotations.push({ type: 'observed', description: `${exchange.answer?.status}` });
      return;
    }
    const answers = [await send.get('/v2/version'), await send.get('/v2/version')];
    expect(judge(answers.map(({ exchange }) => exchange))).toEqual([]);
  });
}
