import { expect, test } from 'vitest';
import { checkId } from '../../engine/check.ts';
import { toStored } from '../../journal/stored-exchange.ts';
import { allChecks } from '../../specs/all.ts';
import { conductInProcess } from '../specs/in-process.ts';

/** The clients and schemes that each valid token was sent with, in a run of one check. */
async function usersOfTokens(more: Readonly<Record<string, string>>): Promise<Set<string>[]> {
  const chosen = allChecks.filter((check) => checkId(check) === 'GT-REQ-PARTYHINT@generate-topology');
  const { journal } = await conductInProcess({}, { TARGET_TIMEOUT_MS: '60000', ...more }, chosen);
  const users = new Map<string, Set<string>>();
  for (const exchange of journal.exchanges.values()) {
    const { headers } = toStored(exchange).request;
    const valueIn = (name: string) => headers.find(([each]) => each.toLowerCase() === name)?.[1];
    const [, digest] = /\[redacted:token:\d+:(\w+)\]/.exec(JSON.stringify(headers)) ?? [];
    if (digest === undefined) continue;
    const of = users.get(digest) ?? new Set();
    const scheme = valueIn('authorization') === undefined ? 'api-key' : 'bearer';
    users.set(digest, of.add(`${scheme} ${valueIn('user-agent')}`));
  }
  return [...users.values()];
}

test('In a disguised run with a key, each client but the first has a token of its own.', async () => {
  const all = await usersOfTokens({ CONFORMANCE_DISGUISE: 'on' });
  expect(all.length).toBeGreaterThan(6);
  // That of the run is also sent by what tries API keys.
  expect(all.filter(({ size }) => size > 2)).toEqual([]);
});

test('Otherwise all share one.', async () => {
  const all = await usersOfTokens({});
  expect(Math.max(...all.map(({ size }) => size))).toBeGreaterThan(6);
});
