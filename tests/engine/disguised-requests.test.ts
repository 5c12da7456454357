import { expect, test } from 'vitest';
import { checkId } from '../../engine/check.ts';
import { toStored } from '../../journal/stored-exchange.ts';
import { allChecks } from '../../specs/all.ts';
import { conductInProcess } from '../specs/in-process.ts';

/** The headers of each request of a run of one check. */
async function headersOf(check: string, more: Readonly<Record<string, string>>) {
  const chosen = allChecks.filter((each) => checkId(each) === check);
  const { journal } = await conductInProcess({}, { TARGET_TIMEOUT_MS: '60000', ...more }, chosen);
  return [...journal.exchanges.values()].map((exchange) => toStored(exchange).request.headers);
}

/** The clients and schemes that each valid token was sent with, in a run of one check. */
async function usersOfTokens(more: Readonly<Record<string, string>>): Promise<Set<string>[]> {
  const users = new Map<string, Set<string>>();
  for (const headers of await headersOf('GT-REQ-PARTYHINT@generate-topology', more)) {
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

test('In a disguised run, no page in a browser sends an API key, as none can.', async () => {
  const drawn = { CONFORMANCE_DISGUISE: 'on', CONFORMANCE_SEED: 'one', CONFORMANCE_NONCE: 'n1' };
  const all = await headersOf('AUTH-TOKEN-EXACT@list-users', drawn);
  const withKey = all.filter((each) =>
    each.some(([name]) => name.toLowerCase() === 'sec-websocket-protocol'),
  );
  expect(withKey.length).toBeGreaterThan(10);
  expect(JSON.stringify(withKey)).not.toContain('Chrome');
  expect(JSON.stringify(await headersOf('GT-REQ-PARTYHINT@generate-topology', drawn))).toContain('Chrome');
});
