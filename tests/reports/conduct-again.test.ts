import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CaseLine } from '../../journal/case-line.ts';
import { type RunJournal, readJournal } from '../../journal/run-journal.ts';
import { conductAgain, conductPreflightAgain } from '../../reports/replay/conduct-again.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { command } from '../cli/command.ts';

/** Checks with drawn values, credentials, chains of pages, shared connections, waits and a body that may be used up. */
const some = [
  'GT-REQ-PARTYHINT@generate-topology',
  'GT-FINGERPRINT-DISTINCT@generate-topology',
  'AUTH-NOT-JWT@generate-topology',
  'AUTH-STAYS-VALID@execute-submission',
  'EX-SUCCESS@execute-submission',
  'LU-PAGE-COMPLETE@list-users',
  'HTTP-STABLE@list-users',
];

let folder: string;
let journal: RunJournal;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'conduct-again-'));
  const { status, stderr } = await command(['run', '--only', some.join(',')], { cwd: folder });
  if (status !== 0) throw new Error(stderr);
  journal = readJournal(join(folder, 'conformance-results'));
}, 900_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const again = (changes: Partial<RunJournal> = {}): Promise<string[]> =>
  conductAgain({ ...journal, ...changes });

/** The first case of a check that is no valid request. */
function caseOf(check: string): CaseLine {
  const found = journal.cases.find(({ id, wrong }) => id.startsWith(`${check}/`) && wrong !== 'valid');
  if (found === undefined) throw new Error(`There is no case of ${check}.`);
  return found;
}

const partyHint = 'GT-REQ-PARTYHINT@generate-topology';

function withExchange(id: string, change: (exchange: Exchange) => Exchange): Partial<RunJournal> {
  const before = journal.exchanges.get(id);
  if (before === undefined) throw new Error(`There is no exchange ${id}.`);
  const exchanges = new Map(
    [...journal.exchanges.keys()].map((key) => [key, journal.exchanges.get(key) as Exchange]),
  );
  return { exchanges: exchanges.set(id, change(before)) };
}

test('An expired token that nothing shows to have been valid cannot be counted as one.', async () => {
  const { preflight } = journal;
  if (preflight?.inputs === undefined) throw new Error('The run has no inputs.');
  const { inputs, facts } = preflight;
  expect(facts.canExpire).toBe(true);
  const withToken = (expiredToken: NonNullable<typeof inputs>['expiredToken'], key = inputs.key) =>
    conductPreflightAgain({
      ...journal,
      preflight: { ...preflight, inputs: { ...inputs, expiredToken, key } },
    });
  const refused = ['"canExpire" of the preflight does not follow from its exchanges'];
  expect(await withToken({ kind: 'opaque', length: 7 })).toEqual(refused);
  const { token } = inputs;
  if (token.kind !== 'jwt') throw new Error('The token is not a JWT.');
  const expired = { ...token, claims: { ...token.claims, exp: 1_700_000_000 } };
  expect(await withToken(expired)).toEqual([]);
  expect(await withToken({ ...expired, header: { alg: 'RS256' } })).toEqual(refused);
  // It had not expired, and no run begins with such a one.
  expect(await withToken(token)).toEqual([
    '"operations" of the preflight does not follow from its exchanges',
  ]);
});

test('A run is what its seed, its nonce and its responses lead to, without its credentials.', async () => {
  expect(journal.exchanges.size).toBeGreaterThan(500);
  expect(await again()).toEqual([]);
}, 900_000);

test.each([
  ['seed', { seed: 'another' }],
  ['nonce', { nonce: '0123456789ab' }],
  ['effort', { effort: 'quick' }],
])(
  'With another %s, the requests are not those of the run.',
  async (_, run) => {
    const header = { ...journal.header, run: { ...journal.header.run, ...run } };
    const differences = await again({ header });
    expect(differences.length).toBeGreaterThan(0);
    expect(differences).not.toContain('the evidence does not say what its requests were made from');
  },
  120_000,
);

test('A case that was left out is missing.', async () => {
  const { id } = caseOf(partyHint);
  expect(await again({ cases: journal.cases.filter((each) => each.id !== id) })).toContainEqual(
    expect.stringMatching(/^case \S+ is missing$|belongs to no case$|^the request of /),
  );
}, 900_000);

test('A case that was left out with its exchanges is missing.', async () => {
  const { id, attempts } = caseOf(partyHint);
  const gone = new Set(attempts.map(({ exchange }) => exchange).filter((each) => each.startsWith(`${id}#`)));
  const exchanges = new Map(
    [...journal.exchanges.keys()]
      .filter((key) => !gone.has(key))
      .map((key) => [key, journal.exchanges.get(key) as Exchange]),
  );
  const cases = journal.cases.filter((each) => each.id !== id);
  expect(await again({ cases, exchanges })).toContain(`case ${id} is missing`);
}, 900_000);

test('A request with another body is another one.', async () => {
  const exchange = caseOf(partyHint).attempts.at(-1)?.exchange ?? '';
  const changed = withExchange(exchange, (before) => ({
    ...before,
    request: { ...before.request, body: Buffer.from('{}') },
  }));
  expect(await again(changed)).toContain(`the request of ${exchange} is another one: its body differs`);
}, 900_000);

test('A request with another header is another one.', async () => {
  const exchange = caseOf(partyHint).attempts.at(-1)?.exchange ?? '';
  const changed = withExchange(exchange, (before) => ({
    ...before,
    request: { ...before.request, headers: [...before.request.headers, ['X-Test', '1']] },
  }));
  expect(await again(changed)).toContain(`the request of ${exchange} is another one: its headers differ`);
}, 900_000);

test('A case that points at the exchange of another one is recorded differently.', async () => {
  const [one, other] = journal.cases.filter(({ id, wrong }) => id.startsWith(partyHint) && wrong !== 'valid');
  if (one === undefined || other === undefined) throw new Error('There are too few cases.');
  const cases = journal.cases.map((each) =>
    each.id === one.id ? { ...each, attempts: other.attempts } : each,
  );
  expect((await again({ cases })).length).toBeGreaterThan(0);
}, 900_000);

test('A copied case does not belong to the run.', async () => {
  const one = caseOf(partyHint);
  const copy = { ...one, id: `${partyHint}/9999` };
  expect(await again({ cases: [...journal.cases, copy] })).toContain(`the run has no case ${copy.id}`);
}, 900_000);

test('A fact that does not follow from the preflight is named.', async () => {
  const { preflight } = journal;
  if (preflight === undefined) throw new Error('There is no preflight.');
  const facts = { ...preflight.facts, users: 2 };
  expect(await again({ preflight: { ...preflight, facts } })).toContain(
    '"users" of the preflight does not follow from its exchanges',
  );
}, 900_000);

test('An exchange of no case is named.', async () => {
  const [first] = journal.cases;
  const from = journal.exchanges.get(first?.attempts[0]?.exchange ?? '');
  if (from === undefined) throw new Error('There is no exchange.');
  const id = `${partyHint}/9999#1`;
  const exchanges = new Map(
    [...journal.exchanges.keys()].map((key) => [key, journal.exchanges.get(key) as Exchange]),
  );
  expect(await again({ exchanges: exchanges.set(id, { ...from, id }) })).toContain(
    `${id} belongs to no case`,
  );
}, 900_000);
