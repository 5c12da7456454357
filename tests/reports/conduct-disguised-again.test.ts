import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOfSeries } from '../../engine/session.ts';
import { type RunJournal, readJournal } from '../../journal/run-journal.ts';
import { conductAgain } from '../../reports/replay/conduct-again.ts';
import { command } from '../cli/command.ts';

const selected =
  'GT-REQ-PARTYHINT,AUTH-STAYS-VALID@list-users,HTTP-STABLE@list-users,HTTP-STABLE@generate-topology';
const userAgent = 'gateway-probe/1.0';

let folder: string;
let journal: RunJournal;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'conduct-disguised-again-'));
  const args = ['run', '--disguise', '--effort', 'quick', '--only', selected];
  const { status, stderr } = await command(args, {
    cwd: folder,
    settings: { CONFORMANCE_USER_AGENT: userAgent },
  });
  if (status !== 0) throw new Error(stderr);
  journal = readJournal(join(folder, 'conformance-results'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const again = (changes: Partial<RunJournal> = {}): Promise<string[]> =>
  conductAgain({ ...journal, ...changes });

function headerWith(run: Partial<RunJournal['header']['run']>): Partial<RunJournal> {
  return { header: { ...journal.header, run: { ...journal.header.run, ...run } } };
}

const paced = () => journal.cases.filter(({ id }) => isOfSeries('paced', id));

test('A disguised run begins with the scenarios of ordinary clients on the selected operations.', () => {
  expect(journal.header.run).toMatchObject({ disguise: true, userAgent });
  expect(new Set(paced().map(({ operation }) => operation))).toEqual(
    new Set(['generate-topology', 'list-users']),
  );
  const wrong = paced().filter((each) => each.wrong !== 'valid' || each.credential !== 'valid');
  expect(wrong.length).toBeGreaterThan(10);
  // The first topology of the preflight is among what a later case compares.
  const startOf = ({ id, attempts }: RunJournal['cases'][number]): number =>
    Math.min(...attempts.filter(({ exchange }) => exchange.startsWith(id)).map(({ at = 0 }) => at));
  const last = Math.max(...paced().map(startOf));
  const others = journal.cases.filter(({ id }) => !isOfSeries('paced', id));
  expect(Math.min(...others.map(startOf))).toBeGreaterThan(last);
});

test('None of its requests has the User-Agent of the suite or of a client.', () => {
  for (const id of journal.exchanges.keys()) {
    const { headers = [] } = journal.exchanges.get(id)?.request ?? {};
    const sent = headers.filter(([name]) => name.toLowerCase() === 'user-agent').map(([, value]) => value);
    expect([id, sent]).toEqual([id, [userAgent]]);
  }
});

test('A disguised run is what its seed, its nonce and its responses lead to.', async () => {
  expect(await again()).toEqual([]);
}, 900_000);

test.each([
  ['the disguise', { disguise: undefined }],
  ['the User-Agent', { userAgent: undefined }],
  ['the seed', { seed: 'another' }],
])(
  'Without %s, the requests are not those of the run.',
  async (_, run) => {
    const differences = await again(headerWith(run as Partial<RunJournal['header']['run']>));
    expect(differences).toContainEqual(
      expect.stringMatching(/^the request of |, which is not in the evidence$/),
    );
  },
  120_000,
);

test('The scenarios cannot be left out.', async () => {
  const gone = new Set(paced().flatMap(({ attempts }) => attempts.map(({ exchange }) => exchange)));
  const cases = journal.cases.filter(({ id }) => !isOfSeries('paced', id));
  const exchanges = new Map(
    [...journal.exchanges.keys()].flatMap((id) => {
      const exchange = journal.exchanges.get(id);
      return gone.has(id) || exchange === undefined ? [] : [[id, exchange] as const];
    }),
  );
  const differences = await again({ cases, exchanges });
  expect(differences).toContainEqual(
    expect.stringMatching(/^the request of |, which is not in the evidence$|^case \S+ is missing$/),
  );
}, 900_000);
