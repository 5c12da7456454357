import { expect, test } from 'vitest';
import { checkId } from '../../engine/check.ts';
import { toStored } from '../../journal/stored-exchange.ts';
import { allChecks } from '../../specs/all.ts';
import type { HeaderPair } from '../../wire/exchange.ts';
import { conductInProcess } from '../specs/in-process.ts';

/** Two of each operation: valid requests drawn from the seed, and faults laid into them. */
const ids = [
  'GT-SUCCESS@generate-topology',
  'GT-REQ-PARTYHINT@generate-topology',
  'EX-REQ-SUBMISSIONID@execute-submission',
  'EX-SUCCESS@execute-submission',
  'LU-PAGE-SIZE@list-users',
  'AUTH-NOT-JWT@list-users',
];
const chosen = allChecks.filter((check) => ids.includes(checkId(check)));

/** Each request by the id of its exchange, without what is of one server alone: its address and its token. */
async function requestsOf(more: Readonly<Record<string, string>>): Promise<Map<string, string>> {
  // What is not answered in time is sent again.
  const patient = { TARGET_TIMEOUT_MS: '60000', ...more };
  const { journal } = await conductInProcess({}, patient, chosen);
  const own = ([name]: HeaderPair): boolean =>
    !/^(host|origin|referer|authorization|sec-websocket-protocol)$/i.test(name);
  return new Map(
    [...journal.exchanges.values()]
      .filter(({ id }) => !id.startsWith('preflight'))
      .map((exchange) => {
        const { request } = toStored(exchange);
        return [exchange.id, JSON.stringify({ ...request, headers: request.headers.filter(own) })];
      }),
  );
}

test('The same seed and nonce send the same bytes, another nonce other identities, another seed other content.', async () => {
  const options = { CONFORMANCE_SEED: 'one', CONFORMANCE_NONCE: 'n1' };
  const [first, again, otherNonce, otherSeed, narrow] = await Promise.all([
    requestsOf(options),
    requestsOf(options),
    requestsOf({ ...options, CONFORMANCE_NONCE: 'n2' }),
    requestsOf({ ...options, CONFORMANCE_SEED: 'two' }),
    requestsOf({ ...options, CONFORMANCE_CONCURRENCY: '1' }),
  ]);
  // Cases and pages that go side by side may take each other's numbers, so only what is sent is compared.
  const sorted = (requests: Map<string, string>): string[] => [...requests.values()].sort();
  expect(chosen).toHaveLength(ids.length);
  expect(first.size).toBeGreaterThan(200);
  expect(sorted(again)).toEqual(sorted(first));
  expect(sorted(narrow)).toEqual(sorted(first));
  for (const id of ['GT-SUCCESS@generate-topology/1#1', 'EX-SUCCESS@execute-submission/1#1']) {
    expect(first.get(id)).toBeDefined();
    expect(otherNonce.get(id)).not.toBe(first.get(id));
    expect(otherSeed.get(id)).not.toBe(first.get(id));
  }
});
